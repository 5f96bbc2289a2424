// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.util.List;
import java.util.Map;

import io.distlock.LockProviderException;

/**
 * The jobs that the stores have, and that no code of this node has.
 *
 * @param jobs the jobs, by provider and name
 * @param truncated whether there may be more, because looking through a store took too
 * long
 * @param failures failures of stores that could not be read, by the bean name of the
 * provider, which is empty for the default one
 * @since 0.1.0
 */
public record OrphanedJobs(List<OrphanedJob> jobs, boolean truncated, Map<String, LockProviderException> failures) {

	/**
	 * Create a listing.
	 */
	public OrphanedJobs {
		jobs = List.copyOf(jobs);
		failures = Map.copyOf(failures);
	}

}
