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

package io.distlock.local;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * The clock of the in-process store: that of this process, or ahead of it.
 */
final class LocalClock implements InstantSource {

	private final Supplier<Duration> ahead;

	LocalClock(Supplier<Duration> ahead) {
		this.ahead = ahead;
	}

	/**
	 * Return a time in nanoseconds that leases are counted by.
	 */
	long nanoTime() {
		return System.nanoTime() + this.ahead.get().toNanos();
	}

	@Override
	public Instant instant() {
		return Instant.now().plus(this.ahead.get());
	}

}
