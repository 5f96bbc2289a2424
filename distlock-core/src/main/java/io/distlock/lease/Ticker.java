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

/**
 * The monotonic clock by which an engine decides: ends of leases, renewals, deadlines and
 * back-off. Times are in nanoseconds from an arbitrary origin, and are compared by their
 * difference.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Ticker {

	/**
	 * The clock of this JVM.
	 */
	Ticker SYSTEM = System::nanoTime;

	/**
	 * Return the time.
	 * @return nanoseconds, never less than at an earlier call
	 */
	long now();

	/**
	 * Return how long it is until a time.
	 * @param time the time
	 * @return nanoseconds, not positive if the time is reached
	 */
	default long left(long time) {
		return time - now();
	}

	/**
	 * Return whether a time is reached.
	 * @param time the time
	 * @return whether it is now, or was before
	 */
	default boolean reached(long time) {
		return time - now() <= 0;
	}

}
