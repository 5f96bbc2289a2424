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

package io.distlock.contract.process;

/**
 * When a process, or a fault, began and ended.
 *
 * @param permits how many permits the process says there are
 * @param began the beginning, by the monotonic clock
 * @param ended the end
 */
record Lifetime(int permits, long began, long ended) {

	Lifetime endsAt(long time) {
		return new Lifetime(this.permits, this.began, time);
	}

	boolean includes(long time) {
		return this.began <= time && time <= this.ended;
	}

	boolean meets(Noted hold) {
		return this.began <= hold.since() && hold.asked() <= this.ended;
	}

}
