// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.LockMode;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * Operations that threads call on one {@link RemoteLease} at the same time. Operations
 * that the engine calls under the mutex of the queue are in one group.
 */
final class LeaseInterleavings {

	static final String MUTEX = "mutex";

	static final Lease LEASE = Lease.of(new LockKey("p", "k", LockMode.EXCLUSIVE), new LockOwner("o"),
			Duration.ofSeconds(30), 1, 10);

	private LeaseInterleavings() {
	}

	/**
	 * Release of a lease through a request of its owner, while a renewal in flight may
	 * report that the store no longer has the lease. Each operation is atomic.
	 */
	public static class Return {

		private final RemoteLease lease = requested();

		private static RemoteLease requested() {
			RemoteLease lease = new RemoteLease(new NoKeeper(), () -> 0, LEASE, 1, 0);
			lease.expectRelease();
			return lease;
		}

		@Operation
		public boolean storeHasNoLease() {
			return this.lease.isReturnedByRequest();
		}

		@Operation(nonParallelGroup = MUTEX)
		public boolean requestHadNoEffect() {
			return this.lease.dropExpectedRelease();
		}

	}

	/**
	 * End of a lease by the local clock, while a renewal may extend the lease. An end is
	 * final.
	 */
	public static class Expiry {

		private static final long DURATION = LEASE.duration().toNanos();

		private final AtomicLong time = new AtomicLong(1);

		private final RemoteLease lease = new RemoteLease(new NoKeeper(), this.time::get, LEASE, DURATION, 0);

		@Operation
		public boolean isHeldAfterItsEnd() {
			return this.lease.hasExpired() && !this.lease.hasExpired();
		}

		@Operation(nonParallelGroup = MUTEX)
		public void extend() {
			this.lease.extend(1);
		}

		@Operation
		public void passTime() {
			this.time.set(DURATION - 2_000_000 - DURATION / 100);
		}

	}

	/**
	 * Leases of which none is ever held after its end.
	 */
	public static class FinalExpiry {

		public boolean isHeldAfterItsEnd() {
			return false;
		}

		public void extend() {
		}

		public void passTime() {
		}

	}

}
