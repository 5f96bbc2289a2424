// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.distlock.provider.LockStoreException;
import io.distlock.redis.settings.ReplicaSettings;
import org.jspecify.annotations.Nullable;

/**
 * Redis client of an application, as required by locks. Connects on first use. Each
 * method with a request to Redis blocks for its round trip only, and throws a
 * {@link LockStoreException} with the outcome of the request after an error, or without
 * an answer within a few seconds.
 * <p>
 * Keys, arguments and channels are sent unchanged in UTF-8, regardless of names or codecs
 * configured for the client, so that nodes with different clients use the same keys.
 *
 * @since 0.1.0
 */
public interface RedisTransport extends AutoCloseable {

	/**
	 * Run a script on the master of its keys, by its digest, or with its text if unknown
	 * to the server.
	 * @param call the script with its keys and arguments
	 * @return the result of the script
	 */
	default ScriptReply run(ScriptCall call) {
		return RedisReplies.await(send(call), call::purpose);
	}

	/**
	 * Run a script, and wait for the acknowledgements of replicas if it grants a lease
	 * that requires them.
	 * @param call the script with its keys and arguments
	 * @param wanted the required acknowledgements
	 * @return the result of the script
	 * @throws LockStoreException also after too few timely acknowledgements
	 */
	default ScriptReply run(ScriptCall call, ReplicaSettings wanted) {
		return call.requires(wanted) ? runAcknowledged(call, wanted) : run(call);
	}

	/**
	 * Run a script that grants a lease, and wait for the acknowledgements.
	 * @param call the script with its keys and arguments
	 * @param wanted the required acknowledgements
	 * @return the result of the script
	 * @throws LockStoreException also after too few timely acknowledgements
	 */
	default ScriptReply runAcknowledged(ScriptCall call, ReplicaSettings wanted) {
		return RedisReplies.await(sendAcknowledged(List.of(call), wanted).get(0), call::purpose,
				RedisReplies.TIMEOUT.plus(wanted.timeout()));
	}

	/**
	 * Send a script without waiting for its result.
	 * @param call the script with its keys and arguments
	 * @return completes with the result of the script, or with a
	 * {@link LockStoreException}, on a thread that must not be blocked
	 */
	CompletableFuture<ScriptReply> send(ScriptCall call);

	/**
	 * Send scripts, whose granted leases may require acknowledgements, without waiting
	 * for results. The results of each master are delivered independently of other
	 * masters.
	 * @param calls the scripts, with any keys
	 * @param wanted the required acknowledgements
	 * @return the result of each script, or a {@link LockStoreException}, within the
	 * maximum response time of a server; on a thread that must not be blocked
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
	 * Send scripts, and request the number of replicas with their writes on the same
	 * connection to each master, in the same round trip.
	 * @param calls the scripts, with any keys
	 * @param wanted the required acknowledgements
	 * @return the result of each script, or a {@link LockStoreException}, also after too
	 * few timely acknowledgements
	 */
	List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted);

	/**
	 * Return whether the client reports which servers have a write on disk.
	 * @return {@code true} if {@link #sendAcknowledged} supports
	 * {@linkplain ReplicaSettings#durable() durable} settings
	 */
	default boolean knowsDisks() {
		return true;
	}

	/**
	 * Return warnings about settings of the client that cause long outages.
	 * @return a warning for each setting, with the remedy
	 */
	default List<String> warnings() {
		return List.of();
	}

	/**
	 * Return the threads of the client that run callbacks, and may read the replies.
	 * @return the beginning of their names; {@code null} by default if the threads that
	 * read replies run no other code
	 */
	default @Nullable String clientThreads() {
		return null;
	}

	/**
	 * Subscribe to a channel on a new connection, because the previous connection may be
	 * silent. May wait for the connection.
	 * @param channel the channel
	 * @param listener notified of messages
	 * @return the subscription, which is confirmed on request
	 */
	RedisSubscription subscribe(String channel, RedisSubscription.Listener listener);

	/**
	 * Return whether keys are distributed over several masters by their slots.
	 * @return {@code true} for a Redis Cluster
	 */
	boolean isCluster();

	/**
	 * Read information of a master, in a cluster of any master.
	 * @param section a section of {@code INFO}
	 * @return the lines
	 */
	String info(String section);

	/**
	 * List keys of all masters, for operators: a snapshot without guarantees that does
	 * not block the server. The server scans all its keys, including keys of other
	 * applications, so the result is partial after the time limit.
	 * @param pattern the pattern, with {@code *} for any characters
	 * @param limit the maximum number of keys
	 * @param atMost the time limit
	 * @return the keys, and whether they are complete
	 */
	KeyScan scan(String pattern, int limit, Duration atMost);

	/**
	 * Close the resources opened by this transport; the application's client stays open.
	 */
	@Override
	void close();

}
