// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.Optional;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.provider.Uninterrupted;
import io.distlock.scheduling.JobStore;
import org.jspecify.annotations.Nullable;

/**
 * The lock that a job runs under.
 */
final class JobLock {

	private static final String PREFIX = "cluster-job:";

	/**
	 * A job may run without a limit, whatever the bound of other locks.
	 */
	private static final Duration NO_MAX_HOLD_TIME = Duration.ofDays(36500);

	private final JobStore store;

	private final LockRequest request;

	private final Duration leaseTime;

	private final OnLost onLost;

	JobLock(JobStore store, String jobName, Duration leaseTime, OnLost onLost) {
		this.store = store;
		this.leaseTime = leaseTime;
		this.onLost = onLost;
		this.request = LockRequest.of(PREFIX + jobName)
			.waitTime(Duration.ZERO)
			.leaseTime(leaseTime)
			.maxHoldTime(NO_MAX_HOLD_TIME)
			.onLost(onLost)
			.name(jobName);
	}

	String key() {
		return this.request.keys().get(0);
	}

	/**
	 * Return how long it makes no sense to ask for the lock, unless it is released.
	 */
	Duration leaseLeft() {
		return Uninterrupted.call(() -> this.store.ledger().leaseLeft(this.store.key(key())));
	}

	Duration leaseTime() {
		return this.leaseTime;
	}

	Optional<HeldLock> tryAcquire() {
		return this.store.locks().tryAcquire(this.request);
	}

	/**
	 * Return whether the calling thread is inside a run of the job already.
	 */
	boolean isHeldByThread() {
		return LockContext.all().stream().anyMatch((lock) -> lock.key().equals(key()));
	}

	/**
	 * Return what a run ends in that has lost its lock.
	 */
	@Nullable Throwable lost(@Nullable Throwable failure, HeldLock held) {
		Throwable loss = loss(held);
		if (failure == null) {
			return loss;
		}
		if (loss != null && loss != failure) {
			failure.addSuppressed(loss);
		}
		return failure;
	}

	private @Nullable LockLostException loss(HeldLock lock) {
		if (this.onLost == OnLost.IGNORE) {
			return null;
		}
		try {
			lock.assertHeld();
			return null;
		}
		catch (LockLostException ex) {
			return ex;
		}
	}

}
