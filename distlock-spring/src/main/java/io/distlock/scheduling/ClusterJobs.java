// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's jobs that this node knows, for people and programs that watch and steer
 * them. A bean of this type is there unless {@code distlock.enabled} is {@code false}.
 * <p>
 * Every method but {@link #providers()} and {@link #lastSeen} asks the store, and throws
 * {@link io.distlock.LockProviderException} if it does not answer. A name that is no job
 * of this application is an {@link IllegalArgumentException}.
 *
 * @since 0.1.0
 */
public interface ClusterJobs {

	/**
	 * Return all jobs, by name. Where jobs are kept in several stores, all of these must
	 * answer.
	 * @return the jobs as the stores have them now
	 */
	List<ClusterJob> jobs();

	/**
	 * Return the jobs that one provider keeps, by name. Reads all of them in one request
	 * where the store can do that.
	 * @param provider the bean name of the provider, empty for the default one
	 * @return the jobs as the store has them now, without those on a part of the store
	 * that did not answer
	 */
	List<ClusterJob> jobs(String provider);

	/**
	 * Return one job. Asks only the store that keeps it.
	 * @param name the name of the job
	 * @return the job as the store has it now
	 */
	ClusterJob job(String name);

	/**
	 * Return which provider keeps which job, without asking any store.
	 * @return the bean name of the provider, empty for the default one, by the name of
	 * the job
	 */
	Map<String, String> providers();

	/**
	 * Return a job as this node has last read it, without asking the store. Nodes that
	 * run jobs poll each of them at least once a minute.
	 * @param name the name of the job
	 * @return the job; empty before this node has read it, which one that runs no jobs
	 * does only when it is asked to
	 */
	Optional<ClusterJob> lastSeen(String name);

	/**
	 * Return the recorded runs of a job, on all nodes.
	 * @param name the name of the job
	 * @return the records, the latest fire time first, at most
	 * {@code distlock.scheduling.history-size}
	 */
	List<JobRun> history(String name);

	/**
	 * Run a job now, once, on this node and on the calling thread, paused or not. The
	 * fire times of the trigger stay as they are.
	 * @param name the name of the job
	 * @return the record of the run as it ended, also of a run that failed
	 * @throws io.distlock.LockNotAcquiredException if the job is running, here or on
	 * another node
	 */
	JobRun runNow(String name);

	/**
	 * Pause the job: once this method has returned, its trigger starts no run on any
	 * node. Active runs continue, and {@link #runNow} runs the job as well. The pause is
	 * kept in the store, and lasts as long as its data does.
	 * @param name the name of the job
	 */
	void pause(String name);

	/**
	 * {@link #pause(String) Pause} the job, and keep who did so and why with it until it
	 * is resumed. Of a job that is paused already, a pause with a reason replaces both.
	 * @param name the name of the job
	 * @param by who pauses the job, or {@code null}
	 * @param reason why, or {@code null}. The texts are kept with control characters
	 * escaped, and cut to about 200 characters each
	 */
	void pause(String name, @Nullable String by, @Nullable String reason);

	/**
	 * Resume the job. Fire times and attempts that came during the pause do not run, and
	 * the fire times count neither as missed nor as skipped. Nodes may take up to 5
	 * seconds to notice. A job whose last fire time lies more than a minute ahead of the
	 * store's clock, because that was ahead or was set back, runs from now on, paused
	 * before or not; nodes may take up to a minute to notice.
	 * @param name the name of the job
	 */
	void resume(String name);

	/**
	 * Ask the current run to stop, on whichever node it is. Within about five seconds its
	 * {@link ClusterJobContext#isStopping()} is {@code true}; five seconds later it is
	 * interrupted, and ten later abandoned: its end is recorded as {@code STOPPED}, and
	 * its lock released. It is not retried. If there is no current run, and another
	 * attempt is planned, that attempt is cancelled.
	 * @param name the name of the job
	 * @return whether there was a run or an attempt to stop
	 */
	boolean stop(String name);

}
