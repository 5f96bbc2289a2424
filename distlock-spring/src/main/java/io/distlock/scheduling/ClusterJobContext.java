// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import io.distlock.HeldLock;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Describes the current run.
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
	 * @param lock the lock that it is under
	 * @param stopping whether it is to end soon
	 */
	public ClusterJobContext(String jobName, JobRun run, HeldLock lock, BooleanSupplier stopping) {
		this.jobName = jobName;
		this.run = run;
		this.lock = lock;
		this.stopping = stopping;
	}

	/**
	 * Return the run that the calling thread is in.
	 * @return the run; empty where the thread runs no job
	 */
	public static Optional<ClusterJobContext> current() {
		return Optional.ofNullable(innermost.get());
	}

	/**
	 * Run a job's code with this context, on the calling thread.
	 * @param body what runs with this context
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
	 * Return the nominal fire time, which is the same for all attempts: together with the
	 * name of the job it is a key for work that is to be done once.
	 * @return the time by the job's trigger; of a run on demand the time it was asked for
	 */
	public Instant fireTime() {
		return this.run.fireTime();
	}

	/**
	 * Return which attempt this is.
	 * @return 1, or more after one that failed or whose node died
	 */
	public int attempt() {
		return this.run.attempt();
	}

	/**
	 * Return whether this run was asked for, and is not due by the job's trigger.
	 * @return whether it is on demand
	 */
	public boolean isOnDemand() {
		return this.run.onDemand();
	}

	/**
	 * Return the fencing token of this run, greater than that of every earlier run of the
	 * job. Hand it to whatever you write to, so that a run that was taken over cannot
	 * write any more.
	 * @return the token
	 */
	public long fencingToken() {
		return this.run.fencingToken();
	}

	/**
	 * Return the lock that this run is under.
	 * @return the lock, held or lost
	 */
	public HeldLock lock() {
		return this.lock;
	}

	/**
	 * Return whether this run is to end soon: because it was asked to, its node stops, it
	 * timed out, or its lock is lost. Check it between the steps of a long job, and end
	 * with an exception if work is left. A run that continues is interrupted.
	 * @return whether it is
	 */
	public boolean isStopping() {
		return this.stopping.getAsBoolean() || !this.lock.isHeld();
	}

	/**
	 * Check that this run is still ours, by the monotonic clock and without asking the
	 * store. To be called before each step that must not happen twice.
	 * @throws io.distlock.LockLostException if the lock of this run is lost
	 */
	public void checkHeld() {
		this.lock.assertHeld();
	}

}
