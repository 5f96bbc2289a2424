// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.distlock.provider.LockStoreException;
import io.distlock.redis.settings.ReplicaSettings;

/**
 * The Redis client of an application, as locks need it. Connects to nothing before it is
 * used. Every method that talks to Redis blocks for its round trip and no longer, and
 * throws {@link LockStoreException}, which says what became of the request, if there was
 * no answer within a few seconds or the answer was an error.
 * <p>
 * Keys, arguments and channels are sent as they are, in UTF-8, whatever names or codecs
 * the client is set up with: nodes on different clients meet in the same keys.
 *
 * @since 0.1.0
 */
public interface RedisTransport extends AutoCloseable {

	/**
	 * Run a script on the master of its keys, by its digest, and with its text where the
	 * server does not know it.
	 * @param call the script with its keys and arguments
	 * @return what the script returned
	 */
	default ScriptReply run(ScriptCall call) {
		return RedisReplies.await(send(call), call::purpose);
	}

	/**
	 * Run a script whose lease, if it gives one, enough replicas must have.
	 * @param call the script with its keys and arguments
	 * @param wanted who must have what it gives
	 * @return what the script returned
	 * @throws LockStoreException also if too few have acknowledged it in time
	 */
	default ScriptReply run(ScriptCall call, ReplicaSettings wanted) {
		if (!call.requires(wanted)) {
			return run(call);
		}
		return RedisReplies.await(sendAcknowledged(List.of(call), wanted).get(0), call::purpose,
				RedisReplies.TIMEOUT.plus(wanted.timeout()));
	}

	/**
	 * Send a script without waiting for it.
	 * @param call the script with its keys and arguments
	 * @return completes with what the script returned, or with a
	 * {@link LockStoreException}, on a thread that must not be blocked
	 */
	CompletableFuture<ScriptReply> send(ScriptCall call);

	/**
	 * Send scripts without waiting for them, and for those whose leases enough replicas
	 * must have: each master's answers come as soon as it has answered, whatever becomes
	 * of the others.
	 * @param calls the scripts, of any keys
	 * @param wanted who must have what they give
	 * @return for each script what it returned, or a {@link LockStoreException}, at the
	 * latest when a server may take no longer to answer; on a thread that must not be
	 * blocked
	 */
	default List<CompletableFuture<ScriptReply>> send(List<ScriptCall> calls, ReplicaSettings wanted) {
		boolean acknowledged = calls.stream().anyMatch((call) -> call.requires(wanted));
		List<CompletableFuture<ScriptReply>> sent = acknowledged ? sendAcknowledged(calls, wanted)
				: calls.stream().map(this::send).toList();
		Duration timeout = acknowledged ? RedisReplies.TIMEOUT.plus(wanted.timeout()) : RedisReplies.TIMEOUT;
		return IntStream.range(0, sent.size())
			.mapToObj((i) -> RedisReplies.timely(sent.get(i), calls.get(i)::purpose, timeout))
			.toList();
	}

	/**
	 * Send scripts, and let the same connection of each master ask how many replicas have
	 * their writes, in the same round trip.
	 * @param calls the scripts, of any keys
	 * @param wanted who must have what they give
	 * @return for each script what it returned, or a {@link LockStoreException}, also
	 * where too few replicas have acknowledged it in time
	 */
	List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted);

	/**
	 * Return whether the client reports which servers have a write on their disks.
	 * @return whether {@link #sendAcknowledged} takes settings that are
	 * {@linkplain ReplicaSettings#durable() durable}
	 */
	default boolean knowsDisks() {
		return true;
	}

	/**
	 * Return what in the settings of the client keeps callers without service for long.
	 * @return a warning for each setting, with the remedy
	 */
	default List<String> warnings() {
		return List.of();
	}

	/**
	 * Return whether the current thread may be the one that reads the replies to what it
	 * sends.
	 * @return whether it is a thread of the client on which callbacks run; {@code false}
	 * by default
	 */
	default boolean isClientThread() {
		return false;
	}

	/**
	 * Subscribe to a channel, on a connection that was not used for that before: the one
	 * before may have fallen silent. May wait for the connection.
	 * @param channel the channel
	 * @param listener is notified of messages
	 * @return the subscription, which gives a sign once it is asked for one
	 */
	RedisSubscription subscribe(String channel, RedisSubscription.Listener listener);

	/**
	 * Return whether keys are spread over several masters by their slots.
	 * @return whether it is a Redis Cluster
	 */
	boolean isCluster();

	/**
	 * Ask a master what it says of itself; of a cluster, any.
	 * @param section a section of {@code INFO}
	 * @return the lines
	 */
	String info(String section);

	/**
	 * List keys of all masters, for operators: a snapshot without guarantees, which does
	 * not block the server. The server scans all its keys, also those of others, so this
	 * ends with a partial result when it takes too long.
	 * @param pattern which keys, with {@code *} for any characters
	 * @param limit the most keys to return
	 * @param atMost after how long no more is asked
	 * @return the keys, and whether these are all
	 */
	KeyScan scan(String pattern, int limit, Duration atMost);

	/**
	 * Close what this transport has opened; the application's client stays open.
	 */
	@Override
	void close();

}
