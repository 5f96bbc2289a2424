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

package io.distlock.lease;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * When an engine was made, by the clock of its node: the order of what nodes have
 * configured. A clock that is wrong costs that order, and breaks no promise.
 *
 * @param micros the time, in microseconds
 */
record NodeStart(long micros) {

	static NodeStart now() {
		return new NodeStart(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
	}

}
