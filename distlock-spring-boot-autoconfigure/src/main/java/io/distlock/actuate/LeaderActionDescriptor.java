/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.actuate;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What became of something that was asked of a node that stands for a role.
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
	 * What happened.
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
