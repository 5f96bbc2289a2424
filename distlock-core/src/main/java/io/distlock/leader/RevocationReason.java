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

/**
 * Why a node does not lead a role any more.
 *
 * @since 0.1.0
 */
public enum RevocationReason {

	/**
	 * The lease was lost: it ended without a renewal, or the store gave it away. Another
	 * node may lead already.
	 */
	LOST,

	/**
	 * The node was asked to let another one lead, see {@link LeaderElection#stepDown()}.
	 */
	STEPPED_DOWN,

	/**
	 * A listener failed when it was told that the node leads.
	 */
	LISTENER_FAILED,

	/**
	 * The node does not stand for the role any more, because the application stops for
	 * example.
	 */
	CLOSED

}
