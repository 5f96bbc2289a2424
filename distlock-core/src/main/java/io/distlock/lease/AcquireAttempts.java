// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.TimeUnit;

import io.distlock.LockProviderException;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one leader to get its key from the store.
 */
final class AcquireAttempts {

	private static final long FIRST_RETRY = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long LAST_RETRY = TimeUnit.MILLISECONDS.toNanos(500);

	private final Engine engine;

	private final ResolvedRequest request;

	private final Contender contender;

	private long retryAfter;

	private long nextRetry = FIRST_RETRY;

	private @Nullable LockStoreException failure;

	AcquireAttempts(Engine engine, ResolvedRequest request, Runnable wakeUp) {
		this.engine = engine;
		this.request = request;
		this.contender = engine.store.contend(request.claim, wakeUp);
	}

	/**
	 * Ask the store once.
	 * @return the lease, or {@code null} if it was not granted
	 * @throws LockProviderException if the store failed, and another try is of no use or
	 * too late
	 */
	@Nullable RemoteLease ask() {
		LockOwner owner = this.engine.store.newOwner();
		long sentAt = this.engine.ticker.now();
		try {
			Attempt attempt = this.contender.attempt(owner);
			this.failure = null;
			return taken(attempt, sentAt);
		}
		catch (LockStoreException ex) {
			failed(ex, owner);
			return null;
		}
		catch (RuntimeException ex) {
			withdraw(owner);
			throw this.engine.messages.storeFailed(this.request, ex);
		}
		catch (Error ex) {
			withdraw(owner);
			throw ex;
		}
	}

	private @Nullable RemoteLease taken(Attempt attempt, long sentAt) {
		if (attempt instanceof Attempt.Busy busy) {
			this.retryAfter = busy.retryAfter().toNanos();
			return null;
		}
		Lease lease = ((Attempt.Granted) attempt).lease();
		RemoteLease remote = new RemoteLease(this.engine.ticker, lease, this.request.claim.leaseTime(), sentAt);
		if (remote.isWorthHaving()) {
			return remote;
		}
		this.engine.store.giveBack(lease);
		this.retryAfter = 0;
		this.failure = new LockStoreException(
				"It responds so slowly that leases expire before its responses arrive; use a longer lease",
				Outcome.TRANSIENT, null);
		return null;
	}

	private void failed(LockStoreException failure, LockOwner owner) {
		if (failure.getOutcome() == Outcome.UNKNOWN) {
			withdraw(owner);
		}
		if (failure.getOutcome() == Outcome.PERMANENT || this.engine.ticker.reached(this.request.deadline)) {
			throw this.engine.messages.storeFailed(this.request, failure);
		}
		this.failure = failure;
		this.retryAfter = this.nextRetry;
		this.nextRetry = Math.min(this.nextRetry * 2, LAST_RETRY);
	}

	private void withdraw(LockOwner owner) {
		this.engine.store.withdraw(this.request.key, owner, Durations.of(this.request.claim.leaseTime()));
	}

	/**
	 * Return how long to wait for a wake-up before the next attempt.
	 */
	long retryAfter() {
		return this.retryAfter;
	}

	boolean hasFailed() {
		return this.failure != null;
	}

	/**
	 * Return the exception for the last attempt, if the store failed: that is not
	 * "another holder has it".
	 */
	@Nullable LockProviderException failure() {
		return (this.failure != null) ? this.engine.messages.storeFailed(this.request, this.failure) : null;
	}

	void close() {
		this.engine.store.close(this.contender);
	}

}
