// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockLostException;

/**
 * A holder of chosen tokens, which does not know whether it is late.
 */
final class TokenHolder implements HeldLock {

	private final Map<String, Long> tokens = new LinkedHashMap<>();

	boolean lost;

	static TokenHolder of(String key, long token) {
		return new TokenHolder().and(key, token);
	}

	TokenHolder and(String key, long token) {
		this.tokens.put(key, token);
		return this;
	}

	@Override
	public String key() {
		return String.join(", ", this.tokens.keySet());
	}

	@Override
	public long fencingToken() {
		return this.tokens.values().stream().mapToLong(Long::longValue).max().orElseThrow();
	}

	@Override
	public Map<String, Long> fencingTokens() {
		return this.tokens;
	}

	@Override
	public boolean isHeld() {
		return !this.lost;
	}

	@Override
	public void assertHeld() {
		if (this.lost) {
			throw new LockLostException(key(), fencingToken(), "lost");
		}
	}

	@Override
	public Duration remainingLease() {
		return Duration.ofSeconds(1);
	}

	@Override
	public void onLost(Consumer<LockLostException> callback) {
	}

	@Override
	public boolean release() {
		return true;
	}

	@Override
	public void close() {
	}

}
