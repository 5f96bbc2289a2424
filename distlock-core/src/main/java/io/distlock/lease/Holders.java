// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.distlock.monitor.LockSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Those who hold one key in this JVM, and the leases that they have. Guarded by the mutex
 * of the {@link KeyQueue}, but for the holds themselves: threads find out without it
 * whether they hold the key.
 */
final class Holders {

	/**
	 * The holds of all leases, which change as a whole.
	 */
	private volatile List<Hold> holds = List.of();

	/**
	 * The lease that readers may join, until its window closes.
	 */
	private @Nullable RemoteLease open;

	private long closesAt;

	/**
	 * Number of leases on their way back to the store.
	 */
	private int returning;

	boolean isEmpty() {
		return this.holds.isEmpty();
	}

	/**
	 * Return whether there is a hold, or a lease on its way back to the store.
	 */
	boolean areBusy() {
		return !this.holds.isEmpty() || this.returning > 0;
	}

	boolean isReturning() {
		return this.returning > 0;
	}

	List<Hold> all() {
		return this.holds;
	}

	List<Hold> matching(Predicate<Hold> condition) {
		return this.holds.stream().filter(condition).toList();
	}

	/**
	 * Describe the holds of this moment.
	 * @param waiting how many callers wait for them
	 */
	List<LockSnapshot> snapshots(int waiting) {
		return this.holds.stream().filter(Hold::isHeld).map((hold) -> hold.snapshot(waiting)).toList();
	}

	/**
	 * Return the hold of a thread, {@code null} if it has none.
	 */
	@Nullable Hold of(Thread thread) {
		for (Hold hold : this.holds) {
			if (hold.isOwnedBy(thread) && hold.isHeld()) {
				return hold;
			}
		}
		return null;
	}

	/**
	 * Return whether one of them wants a lease to be renewed.
	 */
	boolean wantRenewal(RemoteLease lease) {
		for (Hold hold : this.holds) {
			if (hold.lease == lease && hold.wantsRenewal()) {
				return true;
			}
		}
		return false;
	}

	void add(Hold hold) {
		this.holds = this.holds.isEmpty() ? List.of(hold)
				: Stream.concat(this.holds.stream(), Stream.of(hold)).toList();
	}

	/**
	 * Remove a hold.
	 * @return whether it was the last one of its lease
	 */
	boolean remove(Hold hold) {
		if (this.holds.size() == 1) {
			this.holds = List.of();
			return true;
		}
		this.holds = matching((other) -> other != hold);
		return this.holds.stream().noneMatch((other) -> other.lease == hold.lease);
	}

	/**
	 * Let readers join a lease for a while.
	 */
	void open(RemoteLease lease, long until) {
		this.open = lease;
		this.closesAt = until;
	}

	/**
	 * Return the lease that readers may join now, {@code null} if there is none.
	 */
	@Nullable RemoteLease opened(long now) {
		return (this.closesAt - now > 0) ? this.open : null;
	}

	/**
	 * Begin to give back a lease whose last hold has ended.
	 */
	void beginReturn(RemoteLease lease) {
		this.returning++;
		end(lease);
	}

	void endReturn() {
		this.returning--;
	}

	/**
	 * End a lease with its holds, which its loss has ended.
	 */
	void end(RemoteLease lease) {
		if (!this.holds.isEmpty()) {
			this.holds = matching((hold) -> hold.lease != lease);
		}
		lease.end();
		if (this.open == lease) {
			this.open = null;
		}
	}

}
