// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.function.Function;

import io.distlock.autoconfigure.DistlockRedisClient;
import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties.Client;
import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.redis.internal.transport.RedisTransport;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Possible Redis client of the application.
 *
 * @param name the name of the client
 * @param beans the beans of its type
 * @param marked the annotated beans of its type
 * @param transports creates the transport of a client
 * @param <T> the type of the bean
 */
record LockRedisClient<T>(Client name, ApplicationClients<T> beans, ObjectProvider<T> marked,
		Function<T, RedisTransport> transports) {

	private static final String MARKER = DistlockRedisClient.class.getName();

	boolean isMarked() {
		return this.marked.stream().findAny().isPresent();
	}

	RedisTransport newTransport() {
		T client = annotated();
		return this.transports
			.apply((client != null) ? client : this.beans.find("annotate it with @%s".formatted(MARKER)).orElseThrow());
	}

	private @Nullable T annotated() {
		try {
			return this.marked.getIfAvailable();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new LockConfigurationException(
					"distlock found several %s beans with @%s, and cannot decide which one to use for the locks: %s."
						.formatted(this.beans.kind(), MARKER, ex.getBeanNamesFound()),
					"Annotate only the one to use.");
		}
	}

}
