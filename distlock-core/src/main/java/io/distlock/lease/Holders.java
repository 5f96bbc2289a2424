// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.distlock.monitor.LockSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Holders of one key in this JVM, and their leases. Guarded by the mutex of the
 * {@link KeyQueue}, except for the list of holds: threads check without the mutex for
 * their own hold.
 */
final class Holders {

	/**
	 * Holds of all leases, replaced as a whole.
	 */
	private volatile List<Hold> holds = List.of();

	/**
	 * Lease that readers may join until its window closes.
	 */
	private @Nullable RemoteLease open;

	private long closesAt;

	/**
	 * Number of leases being returned to the store.
	 */
	private int returning;

	boolean isEmpty() {
		return this.holds.isEmpty();
	}

	/**
	 * Return whether a lease is held or is being returned to the store.
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
	 * Return snapshots of the holds.
	 * @param waiting the number of waiting callers
	 */
	List<LockSnapshot> snapshots(int waiting) {
		return this.holds.stream().filter(Hold::isHeld).map((hold) -> hold.snapshot(waiting)).toList();
	}

	/**
	 * Return the hold of a thread, {@code null} for none.
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
	 * Return whether a hold of the lease requires renewal.
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
	 * @return {@code true} for the last hold of its lease
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
	 * Allow readers to join a lease until a time.
	 */
	void open(RemoteLease lease, long until) {
		this.open = lease;
		this.closesAt = until;
	}

	/**
	 * Return the lease that readers may join now, {@code null} for none.
	 */
	@Nullable RemoteLease opened(long now) {
		return (this.closesAt - now > 0) ? this.open : null;
	}

	/**
	 * Begin the return of a lease without holds.
	 */
	void beginReturn(RemoteLease lease) {
		this.returning++;
		end(lease);
	}

	void endReturn() {
		this.returning--;
	}

	/**
	 * End a lost lease with its holds.
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
