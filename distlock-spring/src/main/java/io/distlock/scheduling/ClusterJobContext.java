// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import io.distlock.HeldLock;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Context of the current run.
 *
 * @since 0.1.0
 */
public final class ClusterJobContext {

	private static final ThreadLocal<@Nullable ClusterJobContext> innermost = new ThreadLocal<>();

	private final String jobName;

	private final JobRun run;

	private final HeldLock lock;

	private final BooleanSupplier stopping;

	/**
	 * Create a context.
	 * @param jobName the name of the job
	 * @param run the run
	 * @param lock the lock of the run
	 * @param stopping whether the run should end soon
	 */
	public ClusterJobContext(String jobName, JobRun run, HeldLock lock, BooleanSupplier stopping) {
		this.jobName = jobName;
		this.run = run;
		this.lock = lock;
		this.stopping = stopping;
	}

	/**
	 * Return the context of the run on the calling thread.
	 * @return the context; empty if the thread does not run a job
	 */
	public static Optional<ClusterJobContext> current() {
		return Optional.ofNullable(innermost.get());
	}

	/**
	 * Run code with this context on the calling thread.
	 * @param body the code to run
	 */
	public void call(Runnable body) {
		ClusterJobContext outer = innermost.get();
		innermost.set(this);
		try {
			body.run();
		}
		finally {
			if (outer != null) {
				innermost.set(outer);
			}
			else {
				innermost.remove();
			}
		}
	}

	/**
	 * Return the name of the job.
	 * @return the name
	 */
	public String jobName() {
		return this.jobName;
	}

	/**
	 * Return the nominal fire time, which is the same for all attempts. The name of the
	 * job and the fire time identify work that must be done once.
	 * @return the fire time of the job's trigger; for a run on demand, the time of the
	 * request
	 */
	public Instant fireTime() {
		return this.run.fireTime();
	}

	/**
	 * Return the number of this attempt.
	 * @return 1 for the first attempt, incremented after a failure or a crash
	 */
	public int attempt() {
		return this.run.attempt();
	}

	/**
	 * Return whether this run was requested, instead of due by the job's trigger.
	 * @return {@code true} for a run on demand
	 */
	public boolean isOnDemand() {
		return this.run.onDemand();
	}

	/**
	 * Return the fencing token of this run, greater than the tokens of all earlier runs
	 * of the job. Pass the token to all written systems, so that writes of a superseded
	 * run are rejected.
	 * @return the token
	 */
	public long fencingToken() {
		return this.run.fencingToken();
	}

	/**
	 * Return the lock of this run.
	 * @return the lock, held or lost
	 */
	public HeldLock lock() {
		return this.lock;
	}

	/**
	 * Return whether this run should end soon, because of a stop request, a node
	 * shutdown, a timeout or a lost lock. Check this flag between the steps of a long
	 * job, and throw an exception if work is left. A run that continues is interrupted.
	 * @return {@code true} if the run should end
	 */
	public boolean isStopping() {
		return this.stopping.getAsBoolean() || !this.lock.isHeld();
	}

	/**
	 * Check that this run still holds its lock, by the monotonic clock and without a
	 * store request. Call this method before each step that must not happen twice.
	 * @throws io.distlock.LockLostException if the lock of this run is lost
	 */
	public void checkHeld() {
		this.lock.assertHeld();
	}

}
