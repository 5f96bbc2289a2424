// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

/**
 * Code that runs for {@linkplain ClusterJobs#schedule schedules} that are made at run
 * time. A bean of this type is known by its bean name, which is the same on all nodes.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobHandler {

	/**
	 * Do the work of one run, which is over when this method returns.
	 * @param run which run it is, with the {@linkplain ClusterJobContext#parameters()
	 * parameters} of its schedule
	 * @throws Exception if the run failed; it is tried again as the options say
	 */
	void run(ClusterJobContext run) throws Exception;

	/**
	 * Return how runs are to be treated. Asked once, when the application starts.
	 * @return the options
	 */
	default JobHandlerOptions options() {
		return JobHandlerOptions.defaults();
	}

}
