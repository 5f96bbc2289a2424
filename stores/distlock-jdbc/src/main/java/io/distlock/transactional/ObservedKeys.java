// SPDX-License-Identifier: Apache-2.0

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
