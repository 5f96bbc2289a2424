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
 * What the engine asks of a store for one key: the lease, and how many fencing tokens the
 * grant should bring, one for each hand-over inside this JVM.
 *
 * @param key the lock
 * @param leaseTime how long the store keeps the lock unless it is renewed, positive
 * @param tokens how many consecutive fencing tokens to reserve, at least 1
 * @param holder the node that asks, for people who look into the store; never used to
 * decide anything; at most 100 characters
 * @param permits how many may hold a key of permits at once
 * @since 0.1.0
 */
public record LockClaim(LockKey key, Duration leaseTime, int tokens, String holder, Permits permits) {

	/**
	 * Create a claim of a lock.
	 * @param key the lock
	 * @param leaseTime how long the store keeps it
	 * @param tokens how many tokens to reserve
	 * @param holder the node that asks
	 */
	public LockClaim(LockKey key, Duration leaseTime, int tokens, String holder) {
		this(key, leaseTime, tokens, holder, Permits.NONE);
	}

}
