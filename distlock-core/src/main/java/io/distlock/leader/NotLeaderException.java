// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import io.distlock.LockNotAcquiredException;

/**
 * This node does not lead the role that the work is for.
 *
 * @since 0.1.0
 */
public class NotLeaderException extends LockNotAcquiredException {

	private final String role;

	/**
	 * Create an exception.
	 * @param role the role that this node does not lead
	 */
	public NotLeaderException(String role) {
		super(LeaderElection.KEY_PREFIX + role, role,
				"This node does not lead role '%s'. Call the node that does, or skip the work".formatted(role));
		this.role = role;
	}

	/**
	 * Return the role.
	 * @return its name
	 */
	public String getRole() {
		return this.role;
	}

}
