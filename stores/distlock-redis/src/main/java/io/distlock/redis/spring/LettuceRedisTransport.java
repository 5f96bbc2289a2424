/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.redis.spring;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.KeyScan;
import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScannedKeys;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptCall.Effect;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.redis.transport.ShardedMessages;
import io.distlock.redis.wakeup.SingleMaster;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Uses the asynchronous commands of Lettuce, on the connection that the application's
 * threads share: what is sent at once goes in one round trip.
 */
final class LettuceRedisTransport implements RedisTransport {

	private final Connections connections;

	private final LettuceConnectionFactory factory;

	LettuceRedisTransport(LettuceConnectionFactory factory, Connections connections) {
		this.factory = factory;
		this.connections = connections;
	}

	@Override
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		RedisConnection connection;
		try {
			connection = this.connections.open(call::purpose);
		}
		catch (LockStoreException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		try {
			RedisClusterAsyncCommands<byte[], byte[]> commands = commands(connection);
			checkConnected(commands, call);
			CompletableFuture<ScriptReply> reply = LettuceScripts.send(commands, call);
			reply.whenComplete((done, failure) -> Connections.close(connection));
			return reply;
		}
		catch (RuntimeException ex) {
			Connections.close(connection);
			return CompletableFuture.failedFuture(RedisErrors.failed(call.purpose(), Outcome.TRANSIENT, ex));
		}
	}

	@Override
	public ScriptReply run(ScriptCall call, ReplicaSettings wanted) {
		if (!wanted.isRequired() || call.effect() == Effect.NO_LEASE) {
			return run(call);
		}
		RedisConnection connection = this.connections.borrow(call::purpose);
		boolean usable = false;
		try {
			CompletableFuture<ScriptReply> sent = sendAcknowledged(connection, List.of(call), wanted).get(0);
			ScriptReply reply = RedisReplies.await(sent, call::purpose, RedisReplies.TIMEOUT.plus(wanted.timeout()));
			usable = true;
			return reply;
		}
		finally {
			this.connections.giveBack(connection, usable);
		}
	}

	/**
	 * On a connection that is kept for that: to wait for replicas holds up what follows
	 * on the same connection, which may be renewals, but no attempts.
	 */
	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted) {
		try {
			return sendAcknowledged(this.connections.kept(calls.get(0)::purpose), calls, wanted);
		}
		catch (LockStoreException ex) {
			return calls.stream().map((call) -> CompletableFuture.<ScriptReply>failedFuture(ex)).toList();
		}
	}

	private static List<CompletableFuture<ScriptReply>> sendAcknowledged(RedisConnection connection,
			List<ScriptCall> calls, ReplicaSettings wanted) {
		if (!connection.isPipelined()) {
			connection.openPipeline();
		}
		RedisClusterAsyncCommands<byte[], byte[]> commands = commands(connection);
		if (commands instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster) {
			return LettuceAcknowledgements.send(cluster.getStatefulConnection(), calls, wanted);
		}
		return LettuceAcknowledgements.send(CompletableFuture
			.completedFuture(((RedisAsyncCommands<byte[], byte[]>) commands).getStatefulConnection()), calls, wanted);
	}

	@Override
	public Masters masters() {
		return ShardedMessages.areSupported(this) ? LettuceShards.open(this.factory)
				: new SingleMaster(isCluster(), (listener) -> LettuceSubscriptions.open(this.factory, listener));
	}

	@Override
	public boolean isCluster() {
		return this.connections.isCluster();
	}

	@Override
	public String info(String section) {
		RedisConnection connection = this.connections.open(() -> "ask for information");
		try {
			return RedisReplies.await(commands(connection).info(section), () -> "ask for information");
		}
		finally {
			Connections.close(connection);
		}
	}

	@Override
	public ScannedKeys scan(String pattern, int limit, Duration atMost) {
		RedisConnection connection = this.connections.open(() -> "list locks");
		try {
			RedisClusterAsyncCommands<byte[], byte[]> commands = commands(connection);
			ScanArgs arguments = ScanArgs.Builder.limit(1000).match(pattern);
			KeyScan scan = new KeyScan(limit, atMost);
			KeyScanCursor<byte[]> cursor = RedisReplies.await(commands.scan(arguments), () -> "list locks");
			scan.add(texts(cursor));
			while (!cursor.isFinished() && scan.wantsMore()) {
				cursor = RedisReplies.await(commands.scan(cursor, arguments), () -> "list locks");
				scan.add(texts(cursor));
			}
			return scan.keys();
		}
		finally {
			Connections.close(connection);
		}
	}

	@Override
	public void close() {
		this.connections.close();
	}

	private static List<String> texts(KeyScanCursor<byte[]> cursor) {
		return cursor.getKeys().stream().map(RedisReplies::text).toList();
	}

	@SuppressWarnings("unchecked")
	private static RedisClusterAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

	// Otherwise Lettuce would keep the request, and send it when it is connected again.
	private static void checkConnected(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		if (commands instanceof RedisAsyncCommands<?, ?> single && !single.getStatefulConnection().isOpen()) {
			throw new LockStoreException(
					"Could not %s in Redis: the connection is down and being reestablished".formatted(call.purpose()),
					Outcome.TRANSIENT, null);
		}
	}

}
