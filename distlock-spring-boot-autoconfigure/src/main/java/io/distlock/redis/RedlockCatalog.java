package io.distlock.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;

/**
 * Lists the locks that a majority of several masters has.
 */
final class RedlockCatalog implements LockCatalog {

	private final RedlockGroup group;

	RedlockCatalog(RedlockGroup group) {
		this.group = group;
	}

	@Override
	public List<StoredLock> heldLocks(int limit) {
		List<StoredLock> found = new ArrayList<>();
		List<LockStoreException> failures = new ArrayList<>();
		for (RedlockNode node : this.group.nodes()) {
			try {
				found.addAll(heldAt(node.transport(), limit));
			}
			catch (LockStoreException ex) {
				failures.add(ex);
			}
		}
		if (this.group.isRefused(failures.size())) {
			throw new LockStoreException("Could not list locks: %d of %d masters failed".formatted(failures.size(),
					this.group.nodes().size()), Outcome.TRANSIENT, failures.get(0));
		}
		return byMajority(found, limit);
	}

	private List<StoredLock> byMajority(List<StoredLock> found, int limit) {
		Collection<List<StoredLock>> byLock = found.stream()
			.collect(Collectors.groupingBy((lock) -> lock.key() + " " + lock.lastToken()))
			.values();
		return byLock.stream()
			.filter((same) -> same.size() >= this.group.majority())
			.map((same) -> same.get(0))
			.sorted(Comparator.comparing(StoredLock::key))
			.limit(limit)
			.toList();
	}

	private static List<StoredLock> heldAt(RedisTransport transport, int limit) {
		List<String> keys = transport.scan(RedisKeys.HELD, limit);
		List<ScriptReply> replies = transport
			.runAll(keys.stream().map((key) -> RedlockCalls.describe(key, "list locks")).toList());
		List<StoredLock> held = new ArrayList<>();
		for (int i = 0; i < keys.size(); i++) {
			StoredValues.lock(keys.get(i), replies.get(i), 0).ifPresent(held::add);
		}
		return held;
	}

}
