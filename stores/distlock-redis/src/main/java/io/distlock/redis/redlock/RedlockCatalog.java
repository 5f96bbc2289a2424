// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;
import io.distlock.redis.RedisKeys;
import io.distlock.redis.transport.KeyScan;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScannedKeys;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;

/**
 * Lists the locks that a majority of several masters has. A scan finds keys in no order,
 * and ends when it has enough, so that each master tells of other locks: what any of them
 * names is then looked at on all of them.
 */
final class RedlockCatalog implements LockCatalog {

	/**
	 * How many keys are looked at for each lock that is asked for. A master may have
	 * leftovers that no majority has.
	 */
	private static final int CANDIDATES = 2;

	private final RedlockGroup group;

	RedlockCatalog(RedlockGroup group) {
		this.group = group;
	}

	@Override
	public List<StoredLock> heldLocks(int limit) {
		return list(limit).locks();
	}

	@Override
	public LockListing listHeldLocks(int limit) {
		return list(limit + 1).first(limit);
	}

	private LockListing list(int limit) {
		Map<RedlockNode, ScannedKeys> scans = scan(limit);
		List<String> candidates = candidates(scans.values());
		List<String> chosen = candidates.stream().limit((long) CANDIDATES * limit).toList();
		List<StoredLock> held = byMajority(chosen, scans.keySet());
		boolean cut = isCut(scans.values()) || chosen.size() < candidates.size();
		return new LockListing(held, cut).first(limit);
	}

	/**
	 * Scan one master after the other. Each may take its part of the time that is left.
	 */
	private Map<RedlockNode, ScannedKeys> scan(int limit) {
		List<RedlockNode> waiting = new ArrayList<>(this.group.nodes());
		long end = System.nanoTime() + KeyScan.LONGEST.toNanos();
		return ask(this.group.nodes(), (node) -> {
			long left = Math.max(0, end - System.nanoTime());
			Duration share = Duration.ofNanos(left / waiting.size());
			waiting.remove(node);
			return node.transport().scan(RedisKeys.LOCKS, limit, share);
		});
	}

	/**
	 * Return whether a majority may have a lock that no master has named.
	 */
	private boolean isCut(Collection<ScannedKeys> scans) {
		long complete = scans.stream().filter(ScannedKeys::complete).count();
		return this.group.isRefused(this.group.nodes().size() - complete);
	}

	/**
	 * Return the keys that were found, first those that most masters have named.
	 */
	private static List<String> candidates(Collection<ScannedKeys> scans) {
		Map<String, Long> votes = scans.stream()
			.flatMap((scan) -> scan.keys().stream())
			.collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
		return votes.entrySet()
			.stream()
			.sorted(Map.Entry.<String, Long>comparingByValue().reversed())
			.map(Map.Entry::getKey)
			.toList();
	}

	private List<StoredLock> byMajority(List<String> keys, Collection<RedlockNode> nodes) {
		List<ScriptCall> calls = keys.stream().map((key) -> RedlockCalls.describe(key, () -> "list locks")).toList();
		Map<RedlockNode, List<StoredLock>> held = ask(nodes, (node) -> held(keys, describe(node, calls)));
		Map<String, List<StoredLock>> byLock = held.values()
			.stream()
			.flatMap(List::stream)
			.collect(Collectors.groupingBy((lock) -> lock.key() + " " + lock.lastToken()));
		return byLock.values()
			.stream()
			.filter((same) -> same.size() >= this.group.majority())
			.map((same) -> same.get(0))
			.sorted(Comparator.comparing(StoredLock::key))
			.toList();
	}

	private static List<ScriptReply> describe(RedlockNode node, List<ScriptCall> calls) {
		List<CompletableFuture<ScriptReply>> sent = node.transport().send(calls, ReplicaSettings.defaults());
		return sent.stream().map((reply) -> RedisReplies.await(reply, () -> "list locks")).toList();
	}

	private static List<StoredLock> held(List<String> keys, List<ScriptReply> replies) {
		List<StoredLock> held = new ArrayList<>();
		for (int i = 0; i < keys.size(); i++) {
			RedlockValues.lock(keys.get(i), replies.get(i), 0).ifPresent(held::add);
		}
		return held;
	}

	private <T> Map<RedlockNode, T> ask(Collection<RedlockNode> nodes, Function<RedlockNode, T> question) {
		Map<RedlockNode, T> answers = new LinkedHashMap<>();
		List<LockStoreException> failures = new ArrayList<>();
		for (RedlockNode node : nodes) {
			try {
				answers.put(node, question.apply(node));
			}
			catch (LockStoreException ex) {
				failures.add(ex);
			}
		}
		int all = this.group.nodes().size();
		if (this.group.isRefused(all - answers.size())) {
			throw new LockStoreException(
					"Could not list locks: %d of %d masters failed".formatted(all - answers.size(), all),
					Outcome.TRANSIENT, failures.get(0));
		}
		return answers;
	}

}
