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

package io.distlock.redis.redlock;

/**
 * A clock that runs a little too fast or too slow.
 *
 * @param time the true time
 * @param offset what it shows at the beginning, in microseconds
 * @param drift how much it gains, in millionths
 */
record ModelClock(ModelTime time, long offset, long drift) {

	long now() {
		return this.offset + this.time.now() + this.time.now() / 1000 * this.drift / 1000;
	}

}
