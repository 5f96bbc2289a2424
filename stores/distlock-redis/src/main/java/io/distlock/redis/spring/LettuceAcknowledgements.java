// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.Acknowledgements;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

/**
 * Runs scripts by the asynchronous commands of Lettuce, and asks who has their writes.
 */
final class LettuceAcknowledgements {

	private LettuceAcknowledgements() {
	}

	/**
	 * Send scripts to the masters of their keys, those of one master together.
	 * @param cluster connections that nothing else asks on
	 * @param calls the scripts
	 * @param wanted who must have what they give
	 * @return what each script returns
	 */
	static List<CompletableFuture<ScriptReply>> send(StatefulRedisClusterConnection<byte[], byte[]> cluster,
			List<ScriptCall> calls, ReplicaSettings wanted) {
		Map<ScriptCall, CompletableFuture<ScriptReply>> replies = new IdentityHashMap<>();
		calls.stream().collect(Collectors.groupingBy((call) -> master(cluster, call))).forEach((master, some) -> {
			List<CompletableFuture<ScriptReply>> sent = send(cluster.getConnectionAsync(master), some, wanted);
			for (int i = 0; i < some.size(); i++) {
				replies.put(some.get(i), sent.get(i));
			}
		});
		return calls.stream().map(replies::get).toList();
	}

	/**
	 * Send scripts to one master, and ask once who has the writes of all.
	 * @param connection a connection on which to wait holds nothing up
	 * @param calls the scripts
	 * @param wanted who must have what they give
	 * @return what each script returns
	 */
	static List<CompletableFuture<ScriptReply>> send(
			CompletionStage<StatefulRedisConnection<byte[], byte[]>> connection, List<ScriptCall> calls,
			ReplicaSettings wanted) {
		CompletableFuture<AcknowledgedScripts> sent = connection
			.thenApply((connected) -> new AcknowledgedScripts(connected, calls, wanted))
			.toCompletableFuture();
		List<CompletableFuture<ScriptReply>> replies = new ArrayList<>(calls.size());
		for (int i = 0; i < calls.size(); i++) {
			int position = i;
			CompletableFuture<ScriptReply> reply = sent.thenCompose((scripts) -> scripts.reply(position))
				.exceptionallyCompose((failure) -> CompletableFuture
					.failedFuture(Acknowledgements.failed(calls.get(position), failure)));
			reply.whenComplete((done, failure) -> {
				if (RedisReplies.isGivenUp(failure)) {
					sent.thenAccept((scripts) -> scripts.cancel(position));
				}
			});
			replies.add(reply);
		}
		return replies;
	}

	private static String master(StatefulRedisClusterConnection<byte[], byte[]> cluster, ScriptCall call) {
		RedisClusterNode master = cluster.getPartitions().getMasterBySlot(SlotHash.getSlot(call.keys().get(0)));
		if (master == null) {
			throw new LockStoreException(
					"Could not %s in Redis: Lettuce knows of no master for it at present".formatted(call.purpose()),
					Outcome.TRANSIENT, null);
		}
		return master.getNodeId();
	}

}
