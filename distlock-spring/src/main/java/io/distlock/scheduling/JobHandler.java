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
