// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.leader;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

import io.distlock.autoconfigure.properties.PropertyChecks;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderSettings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties for leaders.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.leader")
public class DistlockLeaderProperties {

	/**
	 * Whether this node stands for roles. One that does not never leads, so methods
	 * annotated with @LeaderOnly do not run on it.
	 */
	private boolean enabled = true;

	/**
	 * The roles that this node stands for, besides those of methods annotated
	 * with @LeaderOnly.
	 */
	private Set<String> roles = new LinkedHashSet<>();

	/**
	 * The lease of a role. It is renewed while a node leads, and it is how long a role
	 * has no leader after a node has died.
	 */
	private Duration leaseTime = Duration.ofSeconds(15);

	/**
	 * How long a node that stepped down stays out, so that another one gets the role.
	 */
	private Duration stepDownPause = Duration.ofSeconds(5);

	/**
	 * How long a role that a node gives up is kept for listeners that stop what ran
	 * there. After that, it is released all the same.
	 */
	private Duration listenerTimeout = Duration.ofSeconds(20);

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Set<String> getRoles() {
		return this.roles;
	}

	public void setRoles(Set<String> roles) {
		this.roles = roles;
	}

	public Duration getLeaseTime() {
		return this.leaseTime;
	}

	public void setLeaseTime(Duration leaseTime) {
		this.leaseTime = leaseTime;
	}

	public Duration getStepDownPause() {
		return this.stepDownPause;
	}

	public void setStepDownPause(Duration stepDownPause) {
		this.stepDownPause = stepDownPause;
	}

	public Duration getListenerTimeout() {
		return this.listenerTimeout;
	}

	public void setListenerTimeout(Duration listenerTimeout) {
		this.listenerTimeout = listenerTimeout;
	}

	LeaderSettings settings() {
		PropertyChecks checks = new PropertyChecks("distlock.leader.");
		checks.lease("lease-time", this.leaseTime);
		checks.duration("step-down-pause", this.stepDownPause, Duration.ZERO, "It must not be negative.");
		checks.duration("listener-timeout", this.listenerTimeout, Duration.ZERO, "It must not be negative.");
		for (String role : this.roles) {
			checks.check("roles", role, !role.isBlank() && role.length() <= LeaderElection.MAX_ROLE_LENGTH,
					"A role must have a name of at most %s characters.", LeaderElection.MAX_ROLE_LENGTH);
		}
		return new LeaderSettings(this.leaseTime, this.stepDownPause, LeaderSettings.DEFAULTS.maxBackOff(),
				this.listenerTimeout);
	}

}
