// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.time.Duration;

import io.distlock.OnLost;
import io.distlock.autoconfigure.properties.PropertyChecks;
import io.distlock.scheduling.JobSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties for the cluster's jobs.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.scheduling")
public class DistlockSchedulingProperties {

	/**
	 * Whether jobs of the cluster run on this node by themselves. Without it, methods
	 * annotated with @ClusterScheduled do not run here, with or without @Scheduled.
	 */
	private boolean enabled = true;

	/**
	 * The order of deployments. Where nodes define different triggers for a job, that of
	 * the highest version wins, and of one version that of the node that started last.
	 */
	private long version;

	/**
	 * How long the nodes that define a trigger may be silent. After two and a half times
	 * this long it is replaced by that of other nodes.
	 */
	private Duration triggerTimeout = Duration.ofMinutes(2);

	/**
	 * How long a job is kept that no node confirms, with its history. Nodes confirm the
	 * jobs of their code four times in that time. At least a day.
	 */
	private Duration forgetAfter = Duration.ofDays(30);

	/**
	 * How late a fire time may start, unless the job says otherwise.
	 */
	private Duration misfireThreshold = Duration.ofMinutes(1);

	/**
	 * How long a run may take, unless the job says otherwise. One that takes longer is
	 * interrupted, and then given up.
	 */
	private @Nullable Duration maxRunTime;

	/**
	 * The lease of a run, unless the job says otherwise. It is renewed while the job
	 * runs, and it is how long others wait before they take over from a node that has
	 * died.
	 */
	private Duration leaseTime = Duration.ofSeconds(30);

	/**
	 * How many records of runs are kept of each job.
	 */
	private int historySize = 100;

	/**
	 * What happens to a run whose lock is lost. Whatever it is, the run is recorded as
	 * lost.
	 */
	private OnLost onLost = OnLost.INTERRUPT;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public long getVersion() {
		return this.version;
	}

	public void setVersion(long version) {
		this.version = version;
	}

	public Duration getTriggerTimeout() {
		return this.triggerTimeout;
	}

	public void setTriggerTimeout(Duration triggerTimeout) {
		this.triggerTimeout = triggerTimeout;
	}

	public Duration getForgetAfter() {
		return this.forgetAfter;
	}

	public void setForgetAfter(Duration forgetAfter) {
		this.forgetAfter = forgetAfter;
	}

	public Duration getMisfireThreshold() {
		return this.misfireThreshold;
	}

	public void setMisfireThreshold(Duration misfireThreshold) {
		this.misfireThreshold = misfireThreshold;
	}

	public @Nullable Duration getMaxRunTime() {
		return this.maxRunTime;
	}

	public void setMaxRunTime(@Nullable Duration maxRunTime) {
		this.maxRunTime = maxRunTime;
	}

	public Duration getLeaseTime() {
		return this.leaseTime;
	}

	public void setLeaseTime(Duration leaseTime) {
		this.leaseTime = leaseTime;
	}

	public int getHistorySize() {
		return this.historySize;
	}

	public void setHistorySize(int historySize) {
		this.historySize = historySize;
	}

	public OnLost getOnLost() {
		return this.onLost;
	}

	public void setOnLost(OnLost onLost) {
		this.onLost = onLost;
	}

	JobSettings settings(Duration shutdownTimeout) {
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
		return new JobSettings(this.enabled, this.version, this.triggerTimeout, this.forgetAfter, this.leaseTime,
				this.misfireThreshold, this.maxRunTime, shutdownTimeout, this.historySize, this.onLost);
	}

}
