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

package io.distlock.zookeeper;

import java.time.Duration;

/**
 * How long one call may wait for the servers, however many answers it needs one after the
 * other: a request for a lock ends in time where a server answers slowly as well as where
 * it does not answer.
 */
final class Patience {

	/**
	 * How long the servers may take.
	 */
	static final Duration LONGEST = Duration.ofSeconds(4);

	private final long end = System.nanoTime() + LONGEST.toNanos();

	Duration left() {
		return Duration.ofNanos(Math.max(0, this.end - System.nanoTime()));
	}

}
