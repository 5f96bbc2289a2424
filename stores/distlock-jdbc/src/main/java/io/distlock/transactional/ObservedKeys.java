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

package io.distlock.transactional;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockLostException;

/**
 * A lock of a transaction as observers see it.
 *
 * @param key the keys
 */
record ObservedKeys(String key) implements HeldLock {

	/**
	 * There is none: nothing of the transaction is written later than its end.
	 */
	@Override
	public long fencingToken() {
		return 0;
	}

	@Override
	public Map<String, Long> fencingTokens() {
		return Map.of();
	}

	@Override
	public boolean isHeld() {
		return true;
	}

	@Override
	public void assertHeld() {
	}

	@Override
	public Duration remainingLease() {
		return Duration.ZERO;
	}

	@Override
	public void onLost(Consumer<LockLostException> callback) {
	}

	@Override
	public boolean release() {
		return false;
	}

	@Override
	public void close() {
	}

}
