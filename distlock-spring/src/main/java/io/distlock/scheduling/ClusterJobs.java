// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of the cluster known to this node, for monitoring and control. Available as a bean
 * unless {@code distlock.enabled} is {@code false}.
 * <p>
 * Every method except {@link #providers()} and {@link #lastSeen} accesses the store, and
 * throws {@link io.distlock.LockProviderException} if the store does not respond. Unknown
 * job names result in an {@link IllegalArgumentException}.
 *
 * @since 0.1.0
 */
public interface ClusterJobs {

	/**
	 * Return all jobs, ordered by name. If jobs are kept in several stores, all stores
	 * must respond.
	 * @return the current jobs
	 */
	List<ClusterJob> jobs();

	/**
	 * Return the jobs of one provider, ordered by name. Reads all jobs in one request if
	 * the store supports such requests.
	 * @param provider the bean name of the provider; empty for the default provider
	 * @return the current jobs, without jobs in a part of the store that did not respond
	 */
	List<ClusterJob> jobs(String provider);

	/**
	 * Return one job. Accesses only the store of the job.
	 * @param name the name of the job
	 * @return the current job
	 */
	ClusterJob job(String name);

	/**
	 * Return the provider of each job, without a store request.
	 * @return the bean names of providers (empty for the default provider), by job name
	 */
	Map<String, String> providers();

	/**
	 * Return a job as last read by this node, without a store request. Nodes that run
	 * jobs poll each job at least once a minute.
	 * @param name the name of the job
	 * @return the job; empty before the first read. A node that does not run jobs reads a
	 * job only on request
	 */
	Optional<ClusterJob> lastSeen(String name);

	/**
	 * Return the recorded runs of a job on all nodes.
	 * @param name the name of the job
	 * @return the records, latest fire time first, at most {@code
	 * distlock.scheduling.history-size}
	 */
	List<JobRun> history(String name);

	/**
	 * Run a job once, immediately, on the calling thread, whether or not the job is
	 * paused. Fire times of the trigger are not affected.
	 * @param name the name of the job
	 * @return the record of the ended run, successful or failed
	 * @throws io.distlock.LockNotAcquiredException if the job is already running on any
	 * node
	 */
	JobRun runNow(String name);

	/**
	 * Pause a job: after this method has returned, the trigger starts no run on any node.
	 * Active runs continue, and {@link #runNow} remains available. The pause is kept in
	 * the store as long as the store's data.
	 * @param name the name of the job
	 */
	void pause(String name);

	/**
	 * {@link #pause(String) Pause} a job, and keep the user and reason until the job is
	 * resumed. For a job that is already paused, a pause with a reason replaces both.
	 * @param name the name of the job
	 * @param by the name of the pausing user, or {@code null}
	 * @param reason the reason of the pause, or {@code null}. Control characters are
	 * escaped in both texts, and each text is truncated to about 200 characters
	 */
	void pause(String name, @Nullable String by, @Nullable String reason);

	/**
	 * Resume a job. Fire times and retries during the pause do not run, and are not
	 * counted as missed or skipped. Nodes may take up to 5 seconds to notice.
	 * <p>
	 * Whether or not the job was paused, this method also resets a job whose last fire
	 * time is more than a minute ahead of the store's clock, because the clock was ahead
	 * or was set back. Such a job runs from now on; nodes may take up to a minute to
	 * notice.
	 * @param name the name of the job
	 */
	void resume(String name);

	/**
	 * Stop the active run on any node. Within about five seconds,
	 * {@link ClusterJobContext#isStopping()} of the run returns {@code true}. The run is
	 * interrupted five seconds later, and abandoned after another ten: its end is
	 * recorded as {@code STOPPED}, and its lock is released. The run is not retried.
	 * Without an active run, a planned retry is cancelled.
	 * @param name the name of the job
	 * @return {@code true} if there was a run or a retry to stop
	 */
	boolean stop(String name);

}
