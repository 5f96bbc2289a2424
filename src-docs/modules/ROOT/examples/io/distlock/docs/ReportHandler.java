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

package io.distlock.docs;

import java.time.Duration;

import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.JobHandler;
import io.distlock.scheduling.JobHandlerOptions;

import org.springframework.stereotype.Component;

/**
 * Code that runs for schedules.
 */
// tag::handler[]
@Component("salesReport")
public class ReportHandler implements JobHandler {

	@Override
	public void run(ClusterJobContext run) {
		String parameters = run.parameters(); // {"customer": 42}
	}

	@Override
	public JobHandlerOptions options() {
		return JobHandlerOptions.defaults().withRetry(3, Duration.ofSeconds(30), 2, Duration.ofMinutes(10));
	}

}
// end::handler[]
