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

package io.distlock.provider;

import java.time.Duration;

/**
 * The store's answer to one attempt to take a lock.
 *
 * @since 0.1.0
 */
public sealed interface Attempt {

	/**
	 * The lock is taken.
	 *
	 * @param lease the grant
	 */
	record Granted(Lease lease) implements Attempt {

	}

	/**
	 * Another owner has the lock.
	 *
	 * @param retryAfter how long to wait for a wake-up before the next attempt, at most;
	 * zero asks for the next attempt at once, because a subscription has just been
	 * confirmed
	 */
	record Busy(Duration retryAfter) implements Attempt {

	}

}
