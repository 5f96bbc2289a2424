// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A ledger that fails in one call of the thread that asks for it, before or after the
 * store did what it was asked. Other threads notice nothing.
 */
final class FaultyLedger implements JobLedger {

	private final JobLedger ledger;

	private final ThreadLocal<@Nullable Fault> fault = new ThreadLocal<>();

	FaultyLedger(JobLedger ledger) {
		this.ledger = ledger;
	}

	/**
	 * Fail in a call of this thread.
	 * @param number the number of the call, the next one is 1
	 * @param moment when it fails
	 */
	void fail(int number, Moment moment) {
		this.fault.set(new Fault(number, moment));
	}

	/**
	 * Fail no more.
	 * @return whether a call has failed
	 */
	boolean heal() {
		Fault last = this.fault.get();
		this.fault.remove();
		return last != null && last.left <= 0;
	}

	private <T> T call(Supplier<T> call) {
		Fault planned = this.fault.get();
		boolean failing = planned != null && --planned.left == 0;
		if (failing && planned.moment == Moment.BEFORE) {
			throw cut();
		}
		T done = call.get();
		if (failing) {
			throw cut();
		}
		return done;
	}

	private static LockStoreException cut() {
		return new LockStoreException("Cut by the test", LockStoreException.Outcome.UNKNOWN, null);
	}

	@Override
	public void verify() {
		this.ledger.verify();
	}

	@Override
	public JobEntry read(LockKey job) {
		return call(() -> this.ledger.read(job));
	}

	@Override
	public Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
		return call(() -> this.ledger.readAll(jobs));
	}

	@Override
	public Duration leaseLeft(LockKey lock) {
		return call(() -> this.ledger.leaseLeft(lock));
	}

	@Override
	public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		return call(() -> this.ledger.write(job, version, state, runs, historySize));
	}

	@Override
	public Optional<JobWrite> releasing(LockKey lock, LockOwner owner, long lastToken) {
		return this.ledger.releasing(lock, owner, lastToken)
			.map((write) -> (job, version, state, runs,
					historySize) -> call(() -> write.write(job, version, state, runs, historySize)));
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		return call(() -> this.ledger.history(job, limit));
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		return call(() -> this.ledger.jobs(keyPrefix));
	}

	@Override
	public boolean remove(LockKey job, long version) {
		return call(() -> this.ledger.remove(job, version));
	}

	/**
	 * When a call fails.
	 */
	enum Moment {

		/**
		 * The store was not reached.
		 */
		BEFORE,

		/**
		 * The store did it, and its answer was lost.
		 */
		AFTER

	}

	private static final class Fault {

		private final Moment moment;

		private int left;

		Fault(int number, Moment moment) {
			this.left = number;
			this.moment = moment;
		}

	}

}
