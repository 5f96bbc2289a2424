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
 * @param failures what stores failed with that did not tell, by the bean name of the
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
