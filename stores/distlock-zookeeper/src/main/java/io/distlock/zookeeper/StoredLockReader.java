// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.distlock.line.internal.HeldPlace;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockQuery;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;
import io.distlock.zookeeper.Session.NodeData;

/**
 * Lists the first queue entry of each key. ZooKeeper does not know the remaining lease,
 * so the requested lease is reported.
 */
final class StoredLockReader {

	private static final String PURPOSE = "list the locks";

	private static final String FORCE = "force the release of a lock";

	private static final int MAX_TRIES = 100;

	private static final int BATCH = 500;

	private final Session session;

	private final String locks;

	private final PermitsInForce permits;

	StoredLockReader(Session session, String locks, PermitsInForce permits) {
		this.session = session;
		this.locks = locks;
		this.permits = permits;
	}

	LockListing list(LockQuery query) {
		List<String> keys = this.session.keys(PURPOSE, this.locks).stream().filter(query::includes).sorted().toList();
		List<StoredLock> held = new ArrayList<>();
		for (int from = 0; from < keys.size() && held.size() <= query.limit(); from += BATCH) {
			held.addAll(list(keys.subList(from, Math.min(from + BATCH, keys.size()))));
		}
		return LockListing.of(held, query);
	}

	/**
	 * End the hold of the first queue entry by removing its node, which wakes the next
	 * entry.
	 * @param ended accepts the path of the removed node
	 * @return the ended hold
	 */
	Optional<StoredLock> end(LockPath lock, Consumer<String> ended) {
		for (int tries = 0; tries < MAX_TRIES; tries++) {
			List<String> line = line(lock);
			if (line.isEmpty()) {
				return Optional.empty();
			}
			Optional<StoredLock> removed = remove(lock, line);
			if (removed.isPresent()) {
				ended.accept(lock.child(line.get(0)));
				others(lock, line).forEach((name) -> {
					ZooKeeperReplies.find(FORCE, this.session.delete(lock.child(name)));
					ended.accept(lock.child(name));
				});
				return removed;
			}
		}
		throw new LockStoreException(
				"Could not %s in ZooKeeper: its holder changed again and again. Try again".formatted(FORCE),
				Outcome.TRANSIENT, null);
	}

	private List<String> line(LockPath lock) {
		return ZooKeeperReplies.line(FORCE, this.session.childrenOfLeader(lock.parent()));
	}

	/**
	 * Return the entries that hold the lock together with the first entry.
	 */
	private List<String> others(LockPath lock, List<String> line) {
		String key = LockPath.name(lock.parent());
		return line.subList(1, LockPath.FRONT.size(line,
				LockKey.isOfPermits(key) ? this.permits.number(this.session, key, FORCE) : 0));
	}

	private Optional<StoredLock> remove(LockPath lock, List<String> line) {
		String first = lock.child(line.get(0));
		return describe(new Holder(LockPath.name(lock.parent()), LockPath.isReader(line.get(0)), line.size() > 1,
				this.session.data(first, null)))
			.filter((held) -> ZooKeeperReplies.find(FORCE, this.session.delete(first)) != null);
	}

	private List<StoredLock> list(List<String> keys) {
		List<CompletableFuture<List<String>>> lines = keys.stream()
			.map((key) -> this.session.children(path(key).parent()))
			.toList();
		List<Holder> holders = new ArrayList<>();
		for (int i = 0; i < keys.size(); i++) {
			holders.addAll(holders(keys.get(i), lines.get(i)));
		}
		return holders.stream().flatMap((holder) -> describe(holder).stream()).toList();
	}

	private LockPath path(String key) {
		return new LockPath(this.locks + '/' + key);
	}

	private List<Holder> holders(String key, CompletableFuture<List<String>> answer) {
		List<String> line = ZooKeeperReplies.line(PURPOSE, answer);
		boolean permits = LockKey.isOfPermits(key) && !line.isEmpty();
		int front = LockPath.FRONT.size(line, permits ? this.permits.listed(this.session, key, PURPOSE) : 0);
		return line.subList(0, front)
			.stream()
			.map((name) -> new Holder(key, LockPath.isReader(name), line.size() > front,
					this.session.data(path(key).child(name), null)))
			.toList();
	}

	private static Optional<StoredLock> describe(Holder holder) {
		NodeData node = ZooKeeperReplies.find(PURPOSE, holder.node());
		if (node == null) {
			return Optional.empty();
		}
		HolderData data = HolderData.read(node.data());
		long token = HeldPlace.lastToken(node.stat().getCzxid());
		StoredLock held = StoredLock.of(holder.key(), data.holder(), token, data.lease(), holder.awaited());
		return Optional
			.of((holder.reads() ? held.together() : held).since(Instant.ofEpochMilli(node.stat().getCtime())));
	}

	/**
	 * Held lock.
	 *
	 * @param key the encoded key
	 * @param reads whether the lock is shared
	 * @param awaited whether further entries are queued
	 * @param node the data of the holder's node
	 */
	private record Holder(String key, boolean reads, boolean awaited, CompletableFuture<NodeData> node) {

	}

}
