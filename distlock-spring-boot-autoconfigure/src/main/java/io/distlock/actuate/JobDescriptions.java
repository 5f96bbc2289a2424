/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
