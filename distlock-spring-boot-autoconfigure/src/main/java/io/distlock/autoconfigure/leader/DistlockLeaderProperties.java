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
 * leads, and methods with @LeaderOnly do not run on it.
 * @param roles Roles of this candidate in addition to the roles of methods
 * with @LeaderOnly.
 * @param leaseTime Lease of a role. The lease is renewed while a node leads. After the
 * death of the leader, another node leads when the lease expires, in some stores later.
 * @param stepDownPause Time during which a node that stepped down is not a candidate, so
 * that another node leads.
 * @param listenerTimeout Maximum time to keep a role for listeners that stop their work
 * after the end of a term. The role is then released in any case.
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
