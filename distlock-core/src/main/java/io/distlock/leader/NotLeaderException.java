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
		super(LeaderElection.KEY_PREFIX + role,
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
