// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.util.function.Function;
import java.util.function.Supplier;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.RedisErrors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Connections of the application's factory, for a single use each.
 */
final class Connections implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Connections.class);

	private final RedisConnectionFactory factory;

	private final Runnable shutdown;

	private volatile @Nullable Boolean cluster;

	Connections(RedisConnectionFactory factory, Runnable shutdown) {
		this.factory = factory;
		this.shutdown = shutdown;
	}

	<T> T use(Supplier<String> purpose, Function<RedisConnection, T> work) {
		RedisConnection connection;
		try {
			connection = this.factory.getConnection();
		}
		catch (RuntimeException ex) {
			throw failed(purpose, ex);
		}
		try {
			return work.apply(connection);
		}
		finally {
			close(connection);
		}
	}

	// Returns what became of a request for which there was no connection.
	static LockStoreException failed(Supplier<String> purpose, Throwable cause) {
		Outcome outcome = (cause instanceof IllegalStateException) ? Outcome.PERMANENT : Outcome.TRANSIENT;
		return RedisErrors.failed(purpose.get(), outcome, cause);
	}

	boolean isCluster() {
		Boolean known = this.cluster;
		if (known == null) {
			known = use(() -> "ask for the topology", RedisClusterConnection.class::isInstance);
			this.cluster = known;
		}
		return known;
	}

	@Override
	public void close() {
		this.shutdown.run();
	}

	static void close(RedisConnection connection) {
		try {
			connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("Could not close a connection to Redis", ex);
		}
	}

}
