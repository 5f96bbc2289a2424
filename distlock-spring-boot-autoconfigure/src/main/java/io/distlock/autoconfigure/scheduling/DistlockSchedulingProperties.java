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
 * @param enabled Whether jobs of the cluster run on this node by themselves. Without it,
 * methods annotated with @ClusterScheduled do not run here, with or without @Scheduled.
 * @param version The order of deployments. Where nodes define different triggers for a
 * job, that of the highest version wins, and of one version that of the node that started
 * last.
 * @param triggerTimeout How long the nodes that define a trigger may be silent. After two
 * and a half times this long it is replaced by that of other nodes.
 * @param forgetAfter How long a job is kept that no node confirms, with its history.
 * Nodes confirm the jobs of their code four times in that time. At least a day.
 * @param misfireThreshold How late a fire time may start, unless the job says otherwise.
 * Of several that are due, the latest one runs, so one may start until the next.
 * @param maxRunTime How long a run may take, unless the job says otherwise. One that
 * takes longer is interrupted, and then given up.
 * @param leaseTime The lease of a run, unless the job says otherwise. It is renewed while
 * the job runs. After a node has died, others take over when it has ended, in some stores
 * later.
 * @param historySize How many records of runs are kept of each job.
 * @param onLost What happens to a run whose lock is lost. Whatever it is, the run is
 * recorded as lost.
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
