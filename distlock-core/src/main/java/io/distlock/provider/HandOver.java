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
import java.util.Objects;

/**
 * The store's answer to a request that either renews a lease or, where another node
 * waits, gives it up.
 *
 * @since 0.1.0
 */
public sealed interface HandOver {

	/**
	 * No other node waits: the lease runs anew, with a new block of tokens.
	 *
	 * @param lease the renewed lease, of the same owner
	 */
	record Renewed(Lease lease) implements HandOver {

		public Renewed {
			Objects.requireNonNull(lease, "'lease' must not be null");
		}

	}

	/**
	 * Another node waits: the lock has been released, and that node woken.
	 *
	 * @param backOff how long this node stays out of the contest, so that the other one
	 * gets its turn
	 */
	record Yielded(Duration backOff) implements HandOver {

	}

	/**
	 * The lock was no longer ours.
	 */
	record Lost() implements HandOver {

	}

}
