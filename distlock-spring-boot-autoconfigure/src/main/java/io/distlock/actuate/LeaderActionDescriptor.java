// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Result of an action on a node that stands for a role.
 *
 * @param role the role
 * @param action what was asked
 * @param outcome what happened
 * @param error what was wrong, or {@code null}
 * @since 0.1.0
 */
public record LeaderActionDescriptor(String role, String action, Outcome outcome,
		@Nullable String error) implements OperationResponseBody {

	/**
	 * Result of the operation.
	 */
	public enum Outcome {

		/**
		 * The node leads no more. Another one will, if there is one that stands for the
		 * role.
		 */
		DONE(200),

		/**
		 * There is no such action.
		 */
		INVALID(400),

		/**
		 * This node does not stand for such a role.
		 */
		UNKNOWN_ROLE(404),

		/**
		 * This node does not lead the role. Ask the one that does.
		 */
		NOT_LEADING(409);

		private final int status;

		Outcome(int status) {
			this.status = status;
		}

		int status() {
			return this.status;
		}

	}

}
