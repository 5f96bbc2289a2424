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
 * @param enabled Whether this node is a candidate for roles. If disabled, this node never
 * leads, and runs no method with @LeaderOnly.
 * @param roles Roles of this candidate besides the roles of methods with @LeaderOnly.
 * @param leaseTime Lease of a role, renewed while a node leads. A dead leader keeps its
 * roles for this time, in some stores longer.
 * @param stepDownPause Time after stepping down before a node is a candidate again.
 * @param listenerTimeout Maximum time to keep a role while listeners stop their work
 * after the end of a term.
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
