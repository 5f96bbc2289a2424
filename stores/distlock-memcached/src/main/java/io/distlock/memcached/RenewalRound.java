// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

import io.distlock.memcached.MemcachedItems.Item;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.RenewalListener;
import net.spy.memcached.CASResponse;
import net.spy.memcached.CASValue;
import org.jspecify.annotations.Nullable;

/**
 * Renews leases concurrently, so that an unresponsive server delays its own leases only.
 */
final class RenewalRound {

	private static final long FIRST_PAUSE = 20_000;

	private static final long LAST_PAUSE = 2_000_000;

	private final MemcachedItems items;

	private final RenewalListener outcomes;

	RenewalRound(MemcachedItems items, RenewalListener outcomes) {
		this.items = items;
		this.outcomes = outcomes;
	}

	void renew(Collection<Lease> leases) {
		List<Renewal> open = new ArrayList<>(leases.stream().map(Renewal::new).toList());
		long end = System.nanoTime() + MemcachedItems.REQUEST_TIMEOUT.toNanos();
		long pause = FIRST_PAUSE;
		while (!open.isEmpty() && System.nanoTime() - end < 0) {
			int before = open.size();
			open.removeIf(Renewal::isOver);
			pause = (open.size() < before) ? FIRST_PAUSE : Math.min(pause * 2, LAST_PAUSE);
			LockSupport.parkNanos(pause);
		}
		open.forEach(Renewal::giveUp);
	}

	/**
	 * Renewal of one lease: reads the item, and replaces it if it still belongs to the
	 * owner.
	 */
	private final class Renewal {

		private final Lease lease;

		private Future<CASValue<String>> reading;

		private @Nullable Future<CASResponse> writing;

		Renewal(Lease lease) {
			this.lease = lease;
			this.reading = read();
		}

		private Future<CASValue<String>> read() {
			return RenewalRound.this.items.read(this.lease.key());
		}

		/**
		 * Take the next step, if possible.
		 * @return {@code true} after the last step
		 */
		boolean isOver() {
			try {
				return (this.writing != null) ? isWritten(this.writing) : isLost();
			}
			catch (LockStoreException ex) {
				RenewalRound.this.outcomes.unknown(this.lease, ex);
				return true;
			}
		}

		private boolean isLost() {
			if (!this.reading.isDone()) {
				return false;
			}
			Item found = Item.of(RenewalRound.this.items.await(this.lease.key(), this.reading));
			StoredOwner holder = (found != null) ? found.value() : null;
			if (found == null || holder == null || !holder.is(this.lease.owner())) {
				RenewalRound.this.outcomes.lost(this.lease);
				return true;
			}
			this.writing = RenewalRound.this.items.write(this.lease.key(), found, holder, this.lease.duration());
			return false;
		}

		private boolean isWritten(Future<CASResponse> writing) {
			if (!writing.isDone()) {
				return false;
			}
			CASResponse answer = RenewalRound.this.items.await(this.lease.key(), writing);
			if (answer == CASResponse.OK) {
				RenewalRound.this.outcomes.kept(this.lease);
				return true;
			}
			// Written since it was read, perhaps by another request of ours.
			this.writing = null;
			this.reading = read();
			return false;
		}

		void giveUp() {
			Future<?> pending = (this.writing != null) ? this.writing : this.reading;
			RenewalRound.this.outcomes.unknown(this.lease, RenewalRound.this.items.giveUp(this.lease.key(), pending));
		}

	}

}
