// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.LockException;
import io.distlock.LockProviderException;
import io.distlock.internal.actuate.ClusterJobsDescriptor.ClusterJobDescriptor;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in the stores, described for operators. A store without a timely response is
 * reported, and does not block the caller.
 */
final class StoredJobs {

	private final ClusterJobs jobs;

	private final StoreCalls calls;

	StoredJobs(ClusterJobs jobs, StoreCalls calls) {
		this.jobs = jobs;
		this.calls = calls;
	}

	/**
	 * Describe the jobs, without their runs. Reads the jobs of a store in one request,
	 * and describes the failure of a store instead of its content.
	 */
	List<ClusterJobDescriptor> all() {
		Map<String, String> providers = this.jobs.providers();
		Map<String, ClusterJobDescriptor> described = new HashMap<>();
		for (String provider : Set.copyOf(providers.values())) {
			List<String> names = providers.keySet()
				.stream()
				.filter((name) -> provider.equals(providers.get(name)))
				.toList();
			describe(provider, names).forEach((job) -> described.put(job.name(), job));
		}
		return providers.keySet().stream().map(described::get).toList();
	}

	private List<ClusterJobDescriptor> describe(String provider, List<String> names) {
		try {
			return this.calls.call(provider, () -> read(provider, names));
		}
		catch (RuntimeException ex) {
			return names.stream().map((name) -> ClusterJobDescriptor.failed(name, provider, ex.toString())).toList();
		}
	}

	/**
	 * Read jobs together, or separately if the store contains foreign entries.
	 */
	private List<ClusterJobDescriptor> read(String provider, List<String> names) {
		try {
			Map<String, ClusterJob> found = this.jobs.jobs(provider)
				.stream()
				.collect(Collectors.toMap(ClusterJob::name, Function.identity()));
			return names.stream().map((name) -> describe(name, provider, found.get(name))).toList();
		}
		catch (LockException ex) {
			if (isAway(ex)) {
				throw ex;
			}
			return names.stream().map((name) -> read(name, provider)).toList();
		}
	}

	private static ClusterJobDescriptor describe(String name, String provider, @Nullable ClusterJob job) {
		return (job != null) ? ClusterJobDescriptor.of(job, null) : ClusterJobDescriptor.failed(name, provider,
				"The part of the store that keeps this job did not answer");
	}

	private ClusterJobDescriptor read(String name, String provider) {
		try {
			return ClusterJobDescriptor.of(this.jobs.job(name), null);
		}
		catch (LockException ex) {
			if (isAway(ex)) {
				throw ex;
			}
			return ClusterJobDescriptor.failed(name, provider, ex.toString());
		}
	}

	/**
	 * Return whether the store failed, in contrast to the entry of a single job.
	 */
	private static boolean isAway(RuntimeException failure) {
		return failure instanceof LockProviderException && failure.getCause() instanceof LockStoreException cause
				&& cause.getOutcome() != LockStoreException.Outcome.PERMANENT;
	}

	/**
	 * Describe a job, with its recorded runs.
	 * @throws LockException without a response of the store
	 * @throws IllegalArgumentException if the job is unknown
	 */
	ClusterJobDescriptor job(String name) {
		return call(name, () -> ClusterJobDescriptor.of(this.jobs.job(name), this.jobs.history(name)));
	}

	/**
	 * Call the store of a job. Does not call a store for an unknown job.
	 */
	<T> T call(String name, Supplier<T> question) {
		String provider = this.jobs.providers().get(name);
		return (provider != null) ? this.calls.call(provider, question) : question.get();
	}

}
