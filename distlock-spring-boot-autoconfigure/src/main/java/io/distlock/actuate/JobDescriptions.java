// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.distlock.LockProviderException;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ClusterJobs;

/**
 * Describes all jobs, also while some stores are away. A store that did not answer about
 * one job is not asked about the next: each question may take seconds.
 */
final class JobDescriptions {

	private final Map<String, RuntimeException> away = new HashMap<>();

	private final ClusterJobs jobs;

	JobDescriptions(ClusterJobs jobs) {
		this.jobs = jobs;
	}

	List<ClusterJobDescriptor> all() {
		return this.jobs.providers().entrySet().stream().map((job) -> describe(job.getKey(), job.getValue())).toList();
	}

	private ClusterJobDescriptor describe(String name, String provider) {
		RuntimeException known = this.away.get(provider);
		if (known != null) {
			return ClusterJobDescriptor.failed(name, provider, known);
		}
		try {
			return ClusterJobDescriptor.of(this.jobs.job(name), null);
		}
		catch (RuntimeException ex) {
			if (isAway(ex)) {
				this.away.put(provider, ex);
			}
			return ClusterJobDescriptor.failed(name, provider, ex);
		}
	}

	/**
	 * Return whether it is the store that failed, and not what it has of one job.
	 */
	private static boolean isAway(RuntimeException failure) {
		return failure instanceof LockProviderException && failure.getCause() instanceof LockStoreException cause
				&& cause.getOutcome() != Outcome.PERMANENT;
	}

}
