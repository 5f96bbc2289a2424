// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.KeyScan;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisSubscription;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Transport with the asynchronous commands of Lettuce, on one connection shared by all
 * threads: concurrent requests are sent in one round trip. Only locks use the connection,
 * so a silent connection is replaced without an effect on the application.
 */
final class LettuceRedisTransport implements RedisTransport {

	private final LettuceLinks links;

	LettuceRedisTransport(LettuceLinks links) {
		this.links = links;
	}

	@Override
	public ScriptReply run(ScriptCall call) {
		LettuceLink link = this.links.get(call, call::purpose);
		try {
			return RedisReplies.await(link.send(call, false), call::purpose, RedisReplies.TIMEOUT);
		}
		catch (RuntimeException ex) {
			if (!RedisErrors.isScriptMissing(ex)) {
				throw RedisErrors.failed(call, Outcome.TRANSIENT, ex);
			}
		}
		return RedisReplies.await(send(call), call::purpose);
	}

	@Override
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		LettuceLink known = this.links.known(call);
		return (known != null) ? send(known, call) : this.links.getLater(call).thenCompose((link) -> send(link, call));
	}

	private static CompletableFuture<ScriptReply> send(LettuceLink link, ScriptCall call) {
		try {
			return RedisReplies.loaded(link.send(call, false).toCompletableFuture(),
					() -> link.send(call, true).toCompletableFuture(), Function.identity(),
					(failure) -> RedisErrors.failed(call, Outcome.UNKNOWN, failure));
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(RedisErrors.failed(call, Outcome.TRANSIENT, ex));
		}
	}

	@Override
	public ScriptReply runAcknowledged(ScriptCall call, ReplicaSettings wanted) {
		LettuceLink link = this.links.get(call, call::purpose);
		RedisConnection connection = link.borrow(call::purpose);
		boolean usable = false;
		try {
			CompletableFuture<ScriptReply> sent = sendAcknowledged(link, connection, List.of(call), wanted).get(0);
			ScriptReply reply = RedisReplies.await(sent, call::purpose, RedisReplies.TIMEOUT.plus(wanted.timeout()));
			usable = true;
			return reply;
		}
		finally {
			link.giveBack(connection, usable);
		}
	}

	/**
	 * Send scripts on a dedicated connection: the wait for replicas delays subsequent
	 * requests on the same connection, which may be renewals, but no attempts.
	 */
	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted) {
		try {
			LettuceLink link = this.links.get(calls.get(0), calls.get(0)::purpose);
			return sendAcknowledged(link, link.kept(calls.get(0)::purpose), calls, wanted);
		}
		catch (LockStoreException ex) {
			return ScriptCall.failed(calls, (call) -> ex);
		}
	}

	private static List<CompletableFuture<ScriptReply>> sendAcknowledged(LettuceLink link, RedisConnection connection,
			List<ScriptCall> calls, ReplicaSettings wanted) {
		StatefulConnection<byte[], byte[]> own;
		try {
			own = LettuceLink.client(connection);
		}
		catch (RuntimeException ex) {
			// Nothing is sent yet, so whatever fails here is worth another try.
			throw RedisErrors.failed(calls.get(0).purpose(), Outcome.TRANSIENT, ex);
		}
		List<CompletableFuture<ScriptReply>> replies = (own instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster)
				? AcknowledgedScripts.send(cluster, calls, wanted)
				: AcknowledgedScripts.send(
						CompletableFuture.completedFuture((StatefulRedisConnection<byte[], byte[]>) own), calls,
						wanted);
		replies.forEach((reply) -> reply.whenComplete((done, failure) -> suspect(link, failure)));
		return replies;
	}

	// A master that is silent, or has lost its replicas, may have been replaced by one of
	// these.
	private static void suspect(LettuceLink link, @Nullable Throwable failure) {
		if (failure != null && (RedisReplies.isGivenUp(failure) || isUnknown(RedisReplies.cause(failure)))) {
			link.suspect();
		}
	}

	private static boolean isUnknown(Throwable failure) {
		return failure instanceof LockStoreException known && known.getOutcome() == Outcome.UNKNOWN;
	}

	@Override
	public RedisSubscription subscribe(String channel, RedisSubscription.Listener listener) {
		return LettuceSubscription.open(link(() -> "listen for released locks").factory(), channel, listener);
	}

	@Override
	public boolean isCluster() {
		return this.links.isCluster();
	}

	@Override
	public String info(String section) {
		Supplier<String> purpose = () -> "ask for information";
		return RedisReplies.await(link(purpose).commands().info(section), purpose);
	}

	@Override
	public KeyScan scan(String pattern, int limit, Duration atMost) {
		Supplier<String> purpose = () -> "list locks";
		RedisClusterAsyncCommands<byte[], byte[]> commands = link(purpose).commands();
		ScanArgs arguments = ScanArgs.Builder.limit(1000).match(pattern);
		KeyScan scan = new KeyScan(limit, atMost);
		ScanCursor cursor = ScanCursor.INITIAL;
		while (!cursor.isFinished() && scan.wantsMore()) {
			KeyScanCursor<byte[]> page = RedisReplies.await(commands.scan(cursor, arguments), purpose);
			scan.add(page.getKeys().stream().map(RedisReplies::text).toList());
			cursor = page;
		}
		return scan;
	}

	private LettuceLink link(Supplier<String> purpose) {
		return this.links.get(null, purpose);
	}

	@Override
	public void close() {
		this.links.close();
	}

}
