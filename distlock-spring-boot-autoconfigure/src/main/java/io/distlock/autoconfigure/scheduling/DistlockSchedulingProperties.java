// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.time.Duration;

import io.distlock.OnLost;
import io.distlock.autoconfigure.internal.CheckedProperties;
import io.distlock.autoconfigure.internal.PropertyChecks;
import io.distlock.internal.scheduling.JobSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for the cluster's jobs.
 *
 * @param enabled Whether this node runs methods with @ClusterScheduled, with or
 * without @Scheduled.
 * @param version Version of the deployment. Of different triggers for a job, the trigger
 * of the highest version wins; within a version, the trigger of the node that started
 * last.
 * @param triggerTimeout Maximum silence of the nodes with a trigger. After two and a half
 * times this duration, the trigger of other nodes replaces it.
 * @param forgetAfter Time after which an unconfirmed job is removed with its history, at
 * least a day. Nodes confirm the jobs of their code.
 * @param misfireThreshold Default maximum delay of a fire time. Of several due fire
 * times, only the latest runs, and may start until the next.
 * @param maxRunTime Default maximum duration of a run. A longer run is interrupted, and
 * abandoned if it ignores the interrupt.
 * @param leaseTime Default lease of a run, renewed during the run. A dead node keeps its
 * runs for this time, in some stores longer.
 * @param historySize Number of recorded runs to keep for each job.
 * @param onLost Action if a run loses its lock. The run is recorded as lost in any case.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.scheduling", ignoreUnknownFields = false)
record DistlockSchedulingProperties(@DefaultValue("true") boolean enabled, long version,
		@DefaultValue("2m") Duration triggerTimeout, @DefaultValue("30d") Duration forgetAfter,
		@DefaultValue("12h") Duration misfireThreshold, @Nullable Duration maxRunTime,
		@DefaultValue("30s") Duration leaseTime, @DefaultValue("100") int historySize,
		@DefaultValue("interrupt") OnLost onLost) implements CheckedProperties {

	@Override
	public void check() {
		PropertyChecks checks = new PropertyChecks("distlock.scheduling.");
		checks.lease("lease-time", this.leaseTime);
		checks.check("history-size", this.historySize, this.historySize >= 1, "It must be at least 1.");
		checks.duration("trigger-timeout", this.triggerTimeout, JobSettings.MIN_TRIGGER_TIMEOUT,
				"It must be at least 1 second, in which nodes poll a job twice.");
		checks.duration("forget-after", this.forgetAfter, JobSettings.MIN_FORGET_AFTER,
				"It must be at least a day, in which nodes confirm their jobs four times.");
		checks.duration("misfire-threshold", this.misfireThreshold, JobSettings.MIN_MISFIRE_THRESHOLD,
				"It must be at least 1 second, since no fire time is started at once.");
		if (this.maxRunTime != null) {
			checks.duration("max-run-time", this.maxRunTime, JobSettings.MIN_RUN_TIME,
					"It must be at least 100 ms. Leave it out to let runs take as long as they like.");
		}
	}

	JobSettings settings(Duration shutdownTimeout) {
		check();
		return new JobSettings(this.enabled, this.version, this.triggerTimeout, this.forgetAfter, this.leaseTime,
				this.misfireThreshold, this.maxRunTime, shutdownTimeout, this.historySize, this.onLost);
	}

}
