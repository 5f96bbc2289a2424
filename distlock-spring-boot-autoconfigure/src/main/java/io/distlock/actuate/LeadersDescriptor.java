// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The roles that a node stands for.
 *
 * @param roles the roles, by name
 * @since 0.1.0
 */
public record LeadersDescriptor(List<RoleDescriptor> roles) implements OperationResponseBody {

	/**
	 * A role.
	 *
	 * @param role its name
	 * @param leading whether this node leads it
	 * @param standing whether this node stands for it
	 * @param leader the node that leads it; {@code null} if there is none, or if the
	 * store cannot say
	 * @param term the number of the term, or {@code null} if this node does not lead
	 * @param since when the term began, by the clock of this node, or {@code null} if it
	 * does not lead
	 * @param remaining what is left of the lease, or {@code null} if there is no leader
	 * @param error what the store failed with, or {@code null}
	 */
	public record RoleDescriptor(String role, boolean leading, boolean standing, @Nullable String leader,
			@Nullable Long term, @Nullable Instant since, @Nullable Duration remaining,
			@Nullable String error) implements OperationResponseBody {

	}

}
