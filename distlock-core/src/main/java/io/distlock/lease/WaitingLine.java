// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.distlock.LockMode;
import io.distlock.LockProviderException;
import io.distlock.internal.task.Ticker;
import io.distlock.monitor.LockWaiter;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Waiters for one key in this JVM, first in, first out. The leader requests the key from
 * the store on behalf of the JVM. The entries behind it are granted leases handed over by
 * their predecessor, and learn the store's answers. Guarded by the mutex of the
 * {@link KeyQueue}.
 */
final class WaitingLine {

	/**
	 * Time a leader may stay inactive before another waiter deposes it.
	 */
	private static final long LEADER_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Ticker ticker;

	/**
	 * Entries behind the leader.
	 */
	private final Deque<Entry> line = new ArrayDeque<>(2);

	private @Nullable Entry leader;

	/**
	 * Time of the request to the store that the last answer belongs to.
	 */
	private long answeredAt;

	private boolean answered;

	private @Nullable LockProviderException failure;

	WaitingLine(Ticker ticker) {
		this.ticker = ticker;
	}

	int size() {
		return this.line.size() + ((this.leader != null) ? 1 : 0);
	}

	/**
	 * Return whether an entry is queued behind the leader.
	 */
	boolean hasNext() {
		return !this.line.isEmpty();
	}

	@Nullable Entry next() {
		return this.line.peekFirst();
	}

	Entry takeNext() {
		return this.line.removeFirst();
	}

	boolean isLed() {
		return this.leader != null;
	}

	/**
	 * Queue an entry, possibly again after it was deposed.
	 */
	void add(Entry entry) {
		entry.role = Role.QUEUED;
		entry.overdue = false;
		this.line.add(entry);
	}

	/**
	 * Make an entry the leader if the line is empty.
	 * @return whether the entry leads
	 */
	boolean leadIfEmpty(Entry entry) {
		boolean empty = this.leader == null && this.line.isEmpty();
		if (empty) {
			lead(entry, 0);
		}
		return empty;
	}

	private void lead(Entry entry, long backOffNanos) {
		this.leader = entry;
		entry.notBefore = this.ticker.now() + backOffNanos;
		entry.role = Role.LEADING;
	}

	/**
	 * Make the first entry the leader.
	 * @param backOffNanos time before its first store request
	 * @return the leader, to be woken; {@code null} if the line is empty
	 */
	@Nullable Entry nextLeads(long backOffNanos) {
		this.leader = null;
		Entry next = this.line.pollFirst();
		if (next != null) {
			lead(next, backOffNanos);
		}
		return next;
	}

	/**
	 * Stop leading without a grant. A deposed entry has no successor.
	 * @return the leader that succeeds it, to be woken
	 */
	@Nullable Entry resign(Entry entry) {
		entry.role = Role.ABANDONED;
		return (entry == this.leader) ? nextLeads(0) : null;
	}

	/**
	 * Grant an entry its hold, and end its lead.
	 * @param answers whether the grant is the store's answer to all other entries
	 */
	void grant(Entry entry, Hold hold, boolean answers) {
		entry.hold = hold;
		entry.role = Role.GRANTED;
		if (answers) {
			answered(this.ticker.now(), null);
		}
		if (entry == this.leader) {
			this.leader = null;
		}
	}

	/**
	 * Remove the entries that join the holders of the key.
	 * @param joins grants an entry if possible
	 * @return the granted entries
	 */
	List<Entry> removeIf(Predicate<Entry> joins) {
		List<Entry> joined = new ArrayList<>();
		Iterator<Entry> waiting = this.line.iterator();
		while (waiting.hasNext()) {
			Entry entry = waiting.next();
			if (joins.test(entry)) {
				waiting.remove();
				joined.add(entry);
			}
		}
		return joined;
	}

	/**
	 * Leave the line while queued or deposed.
	 * @return {@code false} if the entry leads or was granted meanwhile
	 */
	boolean abandon(Entry entry) {
		if (entry.role != Role.QUEUED && entry.role != Role.DEPOSED) {
			return false;
		}
		this.line.remove(entry);
		entry.role = Role.ABANDONED;
		return true;
	}

	/**
	 * Begin a store request.
	 * @return whether the entry still leads
	 */
	boolean ask(Entry entry) {
		entry.requesting = entry == this.leader && entry.role == Role.LEADING;
		return entry.requesting;
	}

	/**
	 * Record an answer of the store.
	 * @param askedAt time of the request
	 * @param failure the failure of the request, {@code null} if the store answered
	 */
	void answered(long askedAt, @Nullable LockProviderException failure) {
		this.answered = true;
		this.answeredAt = askedAt;
		this.failure = failure;
	}

	/**
	 * Return whether a store request that was sent since the entry joined has been
	 * answered or has failed.
	 */
	boolean isAskedSince(Entry entry) {
		return this.answered && this.answeredAt - entry.joinedAt >= 0;
	}

	/**
	 * Return the failure of the last store request, {@code null} if the store answered.
	 */
	@Nullable LockProviderException failure() {
		return (this.leader != null) ? this.failure : null;
	}

	/**
	 * Mark an entry as overdue: its wait time has elapsed and only the store's answer is
	 * outstanding.
	 * @return the leader, to be woken so that it sends its request at once; {@code null}
	 * if the entry was overdue before
	 */
	@Nullable Entry markOverdue(Entry entry) {
		if (entry.overdue) {
			return null;
		}
		entry.overdue = true;
		return this.leader;
	}

	/**
	 * Return the queued entries that are overdue.
	 */
	List<Entry> overdue() {
		return this.line.isEmpty() ? List.of() : this.line.stream().filter((entry) -> entry.overdue).toList();
	}

	/**
	 * Return the time until an overdue entry checks the leader again. The entry takes the
	 * lead from an inactive leader.
	 * @return nanoseconds, 0 if the role of the entry or the answer has changed
	 */
	long patience(Entry entry) {
		if (entry.role != Role.QUEUED || isAskedSince(entry)) {
			return 0;
		}
		Entry leader = this.leader;
		long left = (leader != null) ? timeUntilDeposal(leader, entry) : 0;
		if (left > 0) {
			return left;
		}
		if (leader != null && leader.role == Role.LEADING) {
			leader.role = Role.DEPOSED;
		}
		this.line.remove(entry);
		lead(entry, 0);
		return 0;
	}

	/**
	 * Return the time until the leader may be deposed by an overdue entry. A leader is
	 * expected to send its request as soon as it is woken, or half a second after a
	 * failed request. A leader that has not done so within {@link #LEADER_TIMEOUT_NANOS}
	 * has no thread to run on. The timeout does not elapse while a request is in progress
	 * or backing off.
	 * @return nanoseconds; zero or negative if the leader may be deposed
	 */
	private long timeUntilDeposal(Entry leader, Entry entry) {
		long backOff = Math.max(0, this.ticker.left(leader.notBefore));
		if (leader != entry.awaited || leader.requesting || backOff > 0) {
			entry.awaited = leader;
			entry.deposalAt = this.ticker.now() + backOff + LEADER_TIMEOUT_NANOS;
		}
		return this.ticker.left(entry.deposalAt);
	}

	/**
	 * Return snapshots of the entries.
	 */
	List<LockWaiter> waiters() {
		return all().stream().<LockWaiter>map(this::snapshot).toList();
	}

	private Snapshot snapshot(Entry entry) {
		ResolvedRequest request = entry.request;
		return new Snapshot(request.name(), request.key.mode(), Duration.ofNanos(this.ticker.now() - entry.joinedAt),
				(entry.thread != null) ? entry.thread.getName() : null, request.methodName());
	}

	List<Entry> all() {
		List<Entry> all = new ArrayList<>(this.line);
		if (this.leader != null) {
			all.add(this.leader);
		}
		return all;
	}

	/**
	 * Queue entry of one waiting request.
	 */
	static class Entry {

		final ResolvedRequest request;

		/**
		 * Thread that will own the hold, {@code null} for none.
		 */
		final @Nullable Thread thread;

		final long joinedAt;

		volatile Role role = Role.QUEUED;

		volatile @Nullable Hold hold;

		/**
		 * Earliest time of the first store request of this leader.
		 */
		volatile long notBefore;

		/**
		 * Whether a store request of this leader is in progress. Set under the queue's
		 * mutex; cleared by a plain write, which cannot fail even if the stack is
		 * exhausted.
		 */
		volatile boolean requesting;

		private boolean overdue;

		/**
		 * Leader whose answer this overdue entry awaits.
		 */
		private @Nullable Entry awaited;

		private long deposalAt;

		Entry(ResolvedRequest request, @Nullable Thread thread, long now) {
			this.request = request;
			this.thread = thread;
			this.joinedAt = now;
			this.notBefore = now;
		}

		/**
		 * Make the driver of the request check the role of this entry. Does not block.
		 */
		void wake() {
		}

	}

	/**
	 * Snapshot of an entry.
	 */
	private record Snapshot(String key, LockMode mode, Duration waitedFor, @Nullable String thread,
			@Nullable String method) implements LockWaiter {

		/**
		 * Return this snapshot in a form suitable for logs.
		 */
		@Override
		public String toString() {
			return "Snapshot[key=%s, mode=%s, waitedFor=%s, thread=%s, method=%s]".formatted(LockKey.shown(this.key),
					this.mode, this.waitedFor, (this.thread != null) ? LockKey.shown(this.thread) : null, this.method);
		}

	}

	enum Role {

		QUEUED, LEADING, DEPOSED, GRANTED, ABANDONED

	}

}
