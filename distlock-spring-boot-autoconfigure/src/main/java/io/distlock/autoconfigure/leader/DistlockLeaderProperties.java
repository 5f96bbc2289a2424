// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.leader;

import java.time.Duration;
import java.util.Set;

import io.distlock.autoconfigure.internal.CheckedProperties;
import io.distlock.autoconfigure.internal.PropertyChecks;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderSettings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for leaders.
 *
 * @param enabled Whether this node stands for roles. One that does not never leads, so
 * methods annotated with @LeaderOnly do not run on it.
 * @param roles The roles that this node stands for, besides those of methods annotated
 * with @LeaderOnly.
 * @param leaseTime The lease of a role. It is renewed while a node leads. After that node
 * has died, another one leads when it has ended, in some stores later.
 * @param stepDownPause How long a node that stepped down stays out, so that another one
 * gets the role.
 * @param listenerTimeout How long a role that a node gives up is kept for listeners that
 * stop what ran there. After that, it is released all the same.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.leader", ignoreUnknownFields = false)
record DistlockLeaderProperties(@DefaultValue("true") boolean enabled, @DefaultValue Set<String> roles,
		@DefaultValue("15s") Duration leaseTime, @DefaultValue("5s") Duration stepDownPause,
		@DefaultValue("20s") Duration listenerTimeout) implements CheckedProperties {

	@Override
	public void check() {
		PropertyChecks checks = new PropertyChecks("distlock.leader.");
		checks.lease("lease-time", this.leaseTime);
		checks.duration("step-down-pause", this.stepDownPause, Duration.ZERO, "It must not be negative.");
		checks.duration("listener-timeout", this.listenerTimeout, Duration.ZERO, "It must not be negative.");
		for (String role : this.roles) {
			checks.check("roles", role, !role.isBlank() && role.length() <= LeaderElection.MAX_ROLE_LENGTH,
					"A role must have a name of at most %s characters.", LeaderElection.MAX_ROLE_LENGTH);
		}
	}

	LeaderSettings settings() {
		check();
		return LeaderSettings.defaults()
			.withLeaseTime(this.leaseTime)
			.withStepDownPause(this.stepDownPause)
			.withListenerTimeout(this.listenerTimeout);
	}

}
