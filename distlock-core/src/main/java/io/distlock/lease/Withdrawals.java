// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;

import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.EngineTasks.Kind;
import io.distlock.internal.task.Ticker;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases in the background what may be ours in the store although we do not use it:
 * attempts whose outcome is not known, leases that were lost here first. A store that
 * fails is asked again until the lease must have ended anyway. A store that does not know
 * the owner is asked twice more at most, for a request that was still on its way.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class Withdrawals {

	private static final Logger logger = LoggerFactory.getLogger(Withdrawals.class);

	private static final long FIRST_RETRY = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long LAST_RETRY = TimeUnit.SECONDS.toNanos(2);

	/**
	 * Time after which a request that was given up without an answer can no longer take
	 * effect.
	 */
	private static final long MAX_IN_FLIGHT = TimeUnit.SECONDS.toNanos(10);

	/**
	 * Delays before asking again, after the store did not know the owner.
	 */
	private static final long[] CHECK_DELAYS = { TimeUnit.SECONDS.toNanos(1), MAX_IN_FLIGHT };

	private final String provider;

	private final BiPredicate<LockKey, LockOwner> release;

	private final EngineTasks tasks;

	private final Ticker ticker;

	/**
	 * Create withdrawals.
	 * @param provider the name of the provider
	 * @param release releases what an owner may have, and returns whether the store knew
	 * the owner
	 */
	Withdrawals(String provider, BiPredicate<LockKey, LockOwner> release, EngineTasks tasks, Ticker ticker) {
		this.provider = provider;
		this.release = release;
		this.tasks = tasks;
		this.ticker = ticker;
	}

	/**
	 * Withdraw a request that may be on its way, or have taken effect.
	 * @param leaseNanos how long the store may keep what it grants
	 */
	void withdraw(LockKey key, LockOwner owner, long leaseNanos) {
		run(new Withdrawal(key, owner, this.ticker.now() + leaseNanos + MAX_IN_FLIGHT, 0, FIRST_RETRY), 0);
	}

	/**
	 * Release a lease of which no request is on its way.
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
			known = this.release.test(withdrawal.key(), withdrawal.owner());
		}
		catch (RuntimeException ex) {
			logger.debug("Could not withdraw the request for lock '{}' from provider '{}' yet", withdrawal.key(),
					this.provider, ex);
			retry(withdrawal);
			return;
		}
		if (!known && withdrawal.checks() < CHECK_DELAYS.length) {
			run(withdrawal.afterCheck(), CHECK_DELAYS[withdrawal.checks()]);
		}
	}

	/**
	 * A release in the background.
	 *
	 * @param key the lock
	 * @param owner whose lock it may be
	 * @param until when to stop asking a store that fails
	 * @param checks how often the store has said that it does not know the owner
	 * @param retryAfter the delay before the next try after a failure
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
