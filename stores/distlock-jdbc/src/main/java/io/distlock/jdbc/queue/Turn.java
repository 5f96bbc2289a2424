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

package io.distlock.jdbc.queue;

/**
 * How an attempt stands in line.
 *
 * @param node where its node hears that it is its turn; zero if nowhere
 * @param queued whether it has stood in the queue before, from which it may have been
 * woken
 * @param counted whether its node is counted among those that poll
 * @since 0.1.0
 */
public record Turn(long node, boolean queued, boolean counted) {

	/**
	 * Does not wait, and hears nothing.
	 */
	public static final Turn NONE = new Turn(0, false, false);

}
