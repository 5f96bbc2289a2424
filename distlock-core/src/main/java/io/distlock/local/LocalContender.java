// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;

/**
 * One engine's place in the contest for a key of the in-process store. It joins the
 * waiters at the second attempt, which shows that the engine does wait.
 */
final class LocalContender implements Contender, LocalLock.Waiter {

	/**
	 * No waiter trusts a wake-up alone.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

	private final LocalLocks locks;

	private final LockClaim claim;

	private final Runnable wakeUp;

	private boolean asked;

	private boolean waiting;

	LocalContender(LocalLocks locks, LockClaim claim, Runnable wakeUp) {
		this.locks = locks;
		this.claim = claim;
		this.wakeUp = wakeUp;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		long remaining = 0;
		if (this.asked) {
			this.waiting = true;
			remaining = this.locks.await(this, this.claim.key());
		}
		this.asked = true;
		Lease lease = this.locks.take(this.claim, owner, this);
		return (lease != null) ? new Attempt.Granted(lease)
				: new Attempt.Busy(Duration.ofNanos(Math.max(0, Math.min(remaining, LONGEST_WAIT.toNanos()))));
	}

	@Override
	public LockMode mode() {
		return this.claim.key().mode();
	}

	@Override
	public void wake() {
		this.wakeUp.run();
	}

	@Override
	public void close() {
		if (this.waiting) {
			this.locks.leave(this, this.claim.key());
		}
	}

}
