// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import io.distlock.simulation.Requests.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Store with sessions and ordered entries, as etcd, Consul and ZooKeeper: the first entry
 * of a lock is the holder, and each node watches the entry before its own. An entry ends
 * with the session of its node. See the page 'line-protocol' of the reference.
 */
final class LineStore implements SimulatedStore {

	private static final int TOKENS = 20_000;

	private static final int GONE = -1;

	private static final long RETRY = 1_000_000_000;

	private final VirtualTime time;

	private final Duration session;

	private final Map<LockKey, TreeMap<Long, Entry>> lines = new HashMap<>();

	private final Map<Node, Connection> connections = new HashMap<>();

	private long changes;

	LineStore(VirtualTime time, Duration session) {
		this.time = time;
		this.session = session;
	}

	@Override
	public LockProvider connect(Node node) {
		return this.connections.computeIfAbsent(node, Connection::new);
	}

	@Override
	public boolean release(Node node, LockKey key, LockOwner owner, long lastToken) {
		Connection connection = this.connections.get(node);
		Held held = (connection != null) ? connection.held.get(owner) : null;
		return connection != null && held != null && connection.removeOwn(held.entry);
	}

	@Override
	public Duration leaseLeft(LockKey key) {
		return line(key).isEmpty() ? Duration.ZERO : this.session;
	}

	private TreeMap<Long, Entry> line(LockKey key) {
		return this.lines.computeIfAbsent(key, (added) -> new TreeMap<>());
	}

	private void remove(Entry entry) {
		TreeMap<Long, Entry> line = line(entry.key);
		if (line.remove(entry.number) != null) {
			entry.watcher.run();
		}
	}

	/**
	 * A key of the store.
	 */
	private static final class Entry {

		private final LockKey key;

		/**
		 * Change that has created this entry, zero before.
		 */
		private long number;

		private Runnable watcher = () -> {
		};

		/**
		 * Whether the node has removed this entry.
		 */
		private boolean left;

		/**
		 * Whether a late request must not create this entry.
		 */
		private boolean withdrawn;

		Entry(LockKey key) {
			this.key = key;
		}

	}

	/**
	 * Connection of a node with its session.
	 */
	private final class Connection implements LockProvider {

		private final Node node;

		private final Map<LockOwner, Held> held = new HashMap<>();

		private final Map<LockOwner, Long> released = new HashMap<>();

		/**
		 * Entries that belong to the session in the store.
		 */
		private Set<Entry> entries = new LinkedHashSet<>();

		private long endsAt;

		/**
		 * Time of the node until which the session is trusted.
		 */
		private long trustedUntil;

		Connection(Node node) {
			this.node = node;
		}

		@Override
		public String name() {
			return "simulated";
		}

		/**
		 * Keep the session alive at the store, or open a new one.
		 */
		private boolean keepAlive() {
			boolean alive = this.endsAt > LineStore.this.time.now();
			if (!alive) {
				this.entries = new LinkedHashSet<>();
			}
			this.endsAt = LineStore.this.time.now() + LineStore.this.session.toNanos();
			Set<Entry> mine = this.entries;
			LineStore.this.time.in(LineStore.this.session.toNanos() + 1, () -> expire(mine));
			return alive;
		}

		private void expire(Set<Entry> mine) {
			boolean current = mine == this.entries;
			if (!current || this.endsAt <= LineStore.this.time.now()) {
				List.copyOf(mine).forEach(LineStore.this::remove);
				mine.clear();
			}
		}

		private void prolong(Duration lease) {
			if (this.trustedUntil - this.node.now() < lease.toNanos()) {
				long sent = this.node.now();
				this.node.call(Purpose.RENEWAL, this::keepAlive);
				this.trustedUntil = sent + LineStore.this.session.toNanos() * 99 / 100;
			}
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			return new Place(this, claim, wakeUp);
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			long sent = this.node.now();
			boolean alive = this.node.call(Purpose.RENEWAL, this::keepAlive);
			this.trustedUntil = sent + LineStore.this.session.toNanos() * 99 / 100;
			Set<Entry> found = this.node.call(Purpose.RENEWAL, () -> Set.copyOf(this.entries));
			for (Lease lease : leases) {
				Held held = this.held.get(lease.owner());
				if (alive && held != null && found.contains(held.entry)) {
					outcomes.kept(lease);
				}
				else {
					this.held.remove(lease.owner());
					outcomes.lost(lease);
				}
			}
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			Held held = this.held.get(lease.owner());
			if (held == null) {
				return this.released.containsKey(lease.owner()) ? new YieldResult.Yielded(Duration.ZERO)
						: new YieldResult.Lost();
			}
			prolong(claim.leaseTime());
			List<Long> line = this.node.call(Purpose.RELEASE, () -> List.copyOf(line(lease.key()).keySet()));
			if (line.isEmpty() || line.get(0) != held.entry.number) {
				this.held.remove(lease.owner());
				return new YieldResult.Lost();
			}
			if (line.size() > 1 || held.lastToken + claim.tokens() > held.limit) {
				release(lease.key(), lease.owner(), lastToken);
				return new YieldResult.Yielded(Duration.ZERO);
			}
			return new YieldResult.Renewed(held.lease(claim, lease.owner()));
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			Held held = this.held.get(owner);
			if (held == null) {
				return this.released.containsKey(owner);
			}
			boolean there = this.node.call(Purpose.RELEASE, () -> removeOwn(held.entry));
			this.held.remove(owner);
			this.released.put(owner, this.node.now());
			return there;
		}

		private boolean removeOwn(Entry entry) {
			entry.left |= line(entry.key).containsKey(entry.number);
			entry.withdrawn = true;
			remove(entry);
			this.entries.remove(entry);
			return entry.left;
		}

	}

	/**
	 * Held entry with a block of tokens.
	 */
	private static final class Held {

		private final Entry entry;

		private final long limit;

		private long lastToken;

		Held(Entry entry) {
			this.entry = entry;
			this.lastToken = entry.number * TOKENS - 1;
			this.limit = this.lastToken + TOKENS;
		}

		Lease lease(LockClaim claim, LockOwner owner) {
			long first = this.lastToken + 1;
			this.lastToken = Math.min(this.limit, this.lastToken + claim.tokens());
			return Lease.of(claim.key(), owner, claim.leaseTime(), first, this.lastToken);
		}

	}

	/**
	 * Entry of a node, and the watch on the entry before.
	 */
	private final class Place implements Contender {

		private final Connection connection;

		private final LockClaim claim;

		private final Runnable wakeUp;

		private @Nullable Entry entry;

		private boolean watches;

		/**
		 * Entry whose end wakes this node.
		 */
		private @Nullable Entry watched;

		Place(Connection connection, LockClaim claim, Runnable wakeUp) {
			this.connection = connection;
			this.claim = claim;
			this.wakeUp = wakeUp;
		}

		@Override
		public Attempt attempt(LockOwner owner) {
			Node node = this.connection.node;
			Entry known = this.entry;
			try {
				this.connection.prolong(this.claim.leaseTime());
				if (known == null) {
					return enter(owner);
				}
				if (!this.watches) {
					this.watches = true;
					node.call(Purpose.WATCH, () -> watch(known));
					return busy();
				}
				return evaluate(known, node.call(Purpose.WAITING_ATTEMPT, () -> position(known)), owner, false);
			}
			catch (LockStoreException ex) {
				throw new LockStoreException(String.valueOf(ex.getMessage()), Outcome.TRANSIENT, ex);
			}
		}

		private Attempt enter(LockOwner owner) {
			Entry entry = new Entry(this.claim.key());
			Set<Entry> session = this.connection.entries;
			try {
				int position = this.connection.node.call(Purpose.ATTEMPT, () -> enter(entry, session));
				this.entry = entry;
				return evaluate(entry, position, owner, true);
			}
			catch (LockStoreException ex) {
				withdraw(entry);
				throw ex;
			}
		}

		/**
		 * Create the entry in the session, unless the session has ended.
		 */
		private int enter(Entry entry, Set<Entry> session) {
			boolean alive = session == this.connection.entries && this.connection.endsAt > LineStore.this.time.now();
			if (alive && !entry.withdrawn && entry.number == 0) {
				entry.number = ++LineStore.this.changes;
				line(entry.key).put(entry.number, entry);
				session.add(entry);
			}
			return position(entry);
		}

		/**
		 * Remove an entry, repeatedly until the store confirms.
		 */
		private void withdraw(Entry entry) {
			try {
				this.connection.node.call(Purpose.RELEASE, () -> this.connection.removeOwn(entry));
			}
			catch (LockStoreException ex) {
				this.connection.node.schedule(() -> withdraw(entry), RETRY);
			}
		}

		private int position(Entry entry) {
			TreeMap<Long, Entry> line = line(entry.key);
			return line.containsKey(entry.number) ? line.headMap(entry.number).size() : GONE;
		}

		private Attempt evaluate(Entry entry, int position, LockOwner owner, boolean first) {
			if (position == GONE) {
				this.entry = null;
				this.watches = false;
				return new Attempt.Busy(Duration.ZERO);
			}
			if (position == 0) {
				this.entry = null;
				Held held = new Held(entry);
				this.connection.held.put(owner, held);
				return new Attempt.Granted(held.lease(this.claim, owner));
			}
			if (first) {
				return new Attempt.Busy(Duration.ZERO);
			}
			Entry before = before(entry);
			if (before != this.watched) {
				this.connection.node.call(Purpose.WATCH, () -> watch(entry));
			}
			return busy();
		}

		private boolean watch(Entry mine) {
			Entry before = before(mine);
			this.watched = before;
			if (before == null) {
				this.connection.node.notify(this.wakeUp);
			}
			else {
				before.watcher = () -> this.connection.node.notify(this.wakeUp);
			}
			return true;
		}

		private @Nullable Entry before(Entry mine) {
			Map.Entry<Long, Entry> before = line(mine.key).lowerEntry(mine.number);
			return (before != null) ? before.getValue() : null;
		}

		private Attempt busy() {
			return new Attempt.Busy(LineStore.this.session.dividedBy(4));
		}

		@Override
		public void close() {
			Entry entry = this.entry;
			this.entry = null;
			if (entry != null) {
				withdraw(entry);
			}
		}

	}

}
