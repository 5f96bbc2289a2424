// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import io.distlock.LockNotAcquiredException;

/**
 * Thrown when work requires a role that this node does not lead.
 *
 * @since 0.1.0
 */
public class NotLeaderException extends LockNotAcquiredException {

	private final String role;

	/**
	 * Create an exception.
	 * @param role the required role
	 */
	public NotLeaderException(String role) {
		super(LeaderElection.KEY_PREFIX + role, role,
				"This node does not lead role '%s'. Call the node that does, or skip the work".formatted(role));
		this.role = role;
	}

	/**
	 * Return the role.
	 * @return the name of the role
	 */
	public String getRole() {
		return this.role;
	}

}
