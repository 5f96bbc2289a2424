// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;

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
import org.jspecify.annotations.Nullable;

/**
 * A {@link ModelStore} that answers at once, once it is told what happens before that.
 */
class DirectProvider implements LockProvider {

	private final ModelStore store;

	private @Nullable Runnable beforeAttempt;

	private @Nullable Duration backOff;

	private @Nullable Supplier<YieldResult> handOver;

	private boolean away;

	private int attempts;

	DirectProvider(ModelStore store) {
		this.store = store;
	}

	/**
	 * Do something before the next attempt.
	 */
	void beforeAttempt(Runnable action) {
		this.beforeAttempt = action;
	}

	/**
	 * Release a lock that is to be handed over, and ask this node to wait.
	 */
	void backOff(Duration backOff) {
		this.backOff = backOff;
	}

	/**
	 * Answer no attempt until further notice.
	 */
	void away(boolean away) {
		this.away = away;
	}

	/**
	 * Fail if the store is away.
	 */
	void refuseIfAway() {
		if (this.away) {
			throw new LockStoreException("It is away", Outcome.TRANSIENT, null);
		}
	}

	/**
	 * Answer all hand-overs in one way.
	 */
	void handsOver(Supplier<YieldResult> answer) {
		this.handOver = answer;
	}

	int attempts() {
		return this.attempts;
	}

	@Override
	public String name() {
		return "direct";
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new Place(claim, wakeUp);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		leases.forEach((lease) -> {
			if (this.store.renew(lease)) {
				outcomes.kept(lease);
			}
			else {
				outcomes.lost(lease);
			}
		});
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		if (this.handOver != null) {
			return this.handOver.get();
		}
		Duration backOff = this.backOff;
		if (backOff == null) {
			return this.store.yieldOrRenew(lease, lastToken, claim);
		}
		this.store.release(lease.key(), lease.owner(), lastToken);
		return new YieldResult.Yielded(backOff);
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return this.store.release(key, owner, lastToken);
	}

	/**
	 * A place in the contest, woken by each release.
	 */
	private final class Place implements Contender {

		private final LockClaim claim;

		private final Runnable wakeUp;

		Place(LockClaim claim, Runnable wakeUp) {
			this.claim = claim;
			this.wakeUp = wakeUp;
		}

		@Override
		public Attempt attempt(LockOwner owner) {
			Runnable before = DirectProvider.this.beforeAttempt;
			DirectProvider.this.beforeAttempt = null;
			DirectProvider.this.attempts++;
			if (before != null) {
				before.run();
			}
			refuseIfAway();
			DirectProvider.this.store.await(this.claim, this.wakeUp);
			Lease lease = DirectProvider.this.store.acquire(this.claim, owner);
			return (lease != null) ? new Attempt.Granted(lease) : new Attempt.Busy(Duration.ofSeconds(1));
		}

		@Override
		public void close() {
			DirectProvider.this.store.leave(this.claim.key(), this.wakeUp);
		}

	}

}
