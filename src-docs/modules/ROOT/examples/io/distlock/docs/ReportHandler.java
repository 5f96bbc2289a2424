// SPDX-License-Identifier: Apache-2.0

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
