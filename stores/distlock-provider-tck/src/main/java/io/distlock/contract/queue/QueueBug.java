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

package io.distlock.contract.queue;

/**
 * Mistakes that the simulation must find.
 */
enum QueueBug {

	/**
	 * The rules as they are.
	 */
	NONE,

	/**
	 * The node that has released the lock does not look again.
	 */
	NO_SECOND_LOOK,

	/**
	 * The lock is not kept for the node that was woken.
	 */
	NO_GRACE,

	/**
	 * Who is granted the lock does not see that others wait.
	 */
	MARK_LOST_BY_GRANT,

	/**
	 * Only the head asks on its own.
	 */
	HEAD_ALONE_POLLS

}
