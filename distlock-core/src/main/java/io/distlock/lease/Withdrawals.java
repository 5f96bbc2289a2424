// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.distlock.internal.task.Durations;
import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.EngineTasks.Kind;
import io.distlock.internal.task.Ticker;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases leases, and in the background locks that the store may keep for this JVM
 * although they are unused: attempts with an unknown outcome, and leases that were lost
 * locally first. After a failure of the store, the release is retried until the lease
 * must have expired. If the store does not know the owner, the release is repeated at
 * most twice, for a request that was still in flight.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class Withdrawals {

	private static final Logger logger = LoggerFactory.getLogger(Withdrawals.class);

	private static final long FIRST_RETRY = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long LAST_RETRY = TimeUnit.SECONDS.toNanos(2);

	/**
	 * Time after which an abandoned request without an answer can no longer take effect.
	 */
	private static final long MAX_IN_FLIGHT = TimeUnit.SECONDS.toNanos(10);

	/**
	 * Delays before repeated releases if the store did not know the owner.
	 */
	private static final long[] CHECK_DELAYS = { TimeUnit.SECONDS.toNanos(1), MAX_IN_FLIGHT };

	private final ProviderCalls store;

	private final EngineTasks tasks;

	private final Ticker ticker;

	Withdrawals(ProviderCalls store, EngineTasks tasks, Ticker ticker) {
		this.store = store;
		this.tasks = tasks;
		this.ticker = ticker;
	}

	/**
	 * Release a lease. A failure is logged, and the release is retried in the background
	 * until the lease must have expired; the caller is not affected. On a thread of the
	 * store's client, the release runs in the background at once.
	 * @param lastToken the last used token of the lease
	 * @return {@code true} if this JVM still held the lease, as far as known
	 */
	boolean release(Lease lease, long lastToken) {
		if (!this.store.isClientThread()) {
			try {
				return this.store.release(lease, lastToken);
			}
			catch (RuntimeException ex) {
				logger.warn(
						"Could not release lock '{}' in provider '{}'; will retry in the background until its lease of {} expires",
						lease.key(), this.store.name(), Durations.text(lease.duration()), ex);
			}
		}
		withdraw(lease.key(), lease.owner(), Durations.of(lease.duration()));
		return true;
	}

	/**
	 * Release an unused lease.
	 */
	void giveBack(Lease lease) {
		release(lease, lease.firstToken() - 1);
	}

	/**
	 * Release in the background a locally lost lease that the store may still keep. A
	 * pending renewal may take effect after a first release.
	 */
	void giveUp(RemoteLease lease) {
		if (lease.renewing) {
			withdraw(lease.lease.key(), lease.lease.owner(), lease.durationNanos);
		}
		else {
			release(lease.lease.key(), lease.lease.owner());
		}
	}

	/**
	 * Withdraw a request that may be in flight or may have taken effect.
	 * @param leaseNanos the time for which the store may keep the granted lease
	 */
	void withdraw(LockKey key, LockOwner owner, long leaseNanos) {
		run(new Withdrawal(key, owner, this.ticker.now() + leaseNanos + MAX_IN_FLIGHT, 0, FIRST_RETRY), 0);
	}

	/**
	 * Release a lease without a request in flight.
	 */
	void release(LockKey key, LockOwner owner) {
		run(new Withdrawal(key, owner, this.ticker.now() + MAX_IN_FLIGHT, CHECK_DELAYS.length, FIRST_RETRY), 0);
	}

	private void run(Withdrawal withdrawal, long delay) {
		try {
			if (delay > 0) {
				this.tasks.schedule(() -> run(withdrawal, 0), delay);
			}
			else {
				this.tasks.run(Kind.REQUEST, () -> attempt(withdrawal));
			}
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Leaving lock '{}' to expire, because the engine is closed", withdrawal.key());
		}
		catch (OutOfMemoryError ex) {
			if (delay > 0) {
				throw ex;
			}
			// There is no thread for it at the moment.
			retry(withdrawal);
		}
	}

	private void retry(Withdrawal withdrawal) {
		if (!this.ticker.reached(withdrawal.until())) {
			run(withdrawal.afterFailure(), withdrawal.retryAfter());
		}
	}

	private void attempt(Withdrawal withdrawal) {
		boolean known;
		try {
			known = this.store.release(withdrawal.key(), withdrawal.owner());
		}
		catch (RuntimeException ex) {
			logger.debug("Could not withdraw the request for lock '{}' from provider '{}' yet", withdrawal.key(),
					this.store.name(), ex);
			retry(withdrawal);
			return;
		}
		if (!known && withdrawal.checks() < CHECK_DELAYS.length) {
			run(withdrawal.afterCheck(), CHECK_DELAYS[withdrawal.checks()]);
		}
	}

	/**
	 * Release in the background.
	 *
	 * @param key the lock
	 * @param owner the possible owner of the lock
	 * @param until the end of retries for a failing store
	 * @param checks how often the store has reported an unknown owner
	 * @param retryAfter the delay before the retry after a failure
	 */
	private record Withdrawal(LockKey key, LockOwner owner, long until, int checks, long retryAfter) {

		Withdrawal afterFailure() {
			return new Withdrawal(this.key, this.owner, this.until, this.checks,
					Math.min(this.retryAfter * 2, LAST_RETRY));
		}

		Withdrawal afterCheck() {
			return new Withdrawal(this.key, this.owner, this.until, this.checks + 1, FIRST_RETRY);
		}

	}

}
