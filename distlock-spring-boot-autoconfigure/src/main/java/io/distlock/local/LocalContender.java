package io.distlock.local;

import java.time.Duration;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;

/**
 * One engine's place in the contest for a key of the in-process store. It joins the
 * waiters at the second attempt, which shows that the engine does wait.
 */
final class LocalContender implements Contender {

	/**
	 * No waiter trusts a wake-up alone.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

	private final LocalLockProvider provider;

	private final LockClaim claim;

	private final Runnable wakeUp;

	private boolean asked;

	private boolean waiting;

	LocalContender(LocalLockProvider provider, LockClaim claim, Runnable wakeUp) {
		this.provider = provider;
		this.claim = claim;
		this.wakeUp = wakeUp;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		long remaining = 0;
		if (this.asked) {
			this.waiting = true;
			remaining = this.provider.await(this, this.claim.key());
		}
		this.asked = true;
		Lease lease = this.provider.take(this.claim, owner);
		return (lease != null) ? new Attempt.Granted(lease)
				: new Attempt.Busy(Duration.ofNanos(Math.max(0, Math.min(remaining, LONGEST_WAIT.toNanos()))));
	}

	void wake() {
		this.wakeUp.run();
	}

	@Override
	public void close() {
		if (this.waiting) {
			this.provider.leave(this, this.claim.key());
		}
	}

}
