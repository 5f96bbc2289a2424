// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.distlock.internal.task.Durations;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link LockRequest}. Not modified after the construction of a request, and
 * therefore shared with requests for other keys.
 */
final class LockOptions {

	static final Duration MIN_LEASE_TIME = Duration.ofMillis(100);

	@Nullable Duration waitTime;

	@Nullable Duration leaseTime;

	boolean autoRenew = true;

	@Nullable Duration maxHoldTime;

	OnLost onLost = OnLost.FAIL;

	@Nullable String name;

	boolean fenced;

	LockMode mode = LockMode.EXCLUSIVE;

	int permits;

	@Nullable LockedMethod method;

	LockOptions() {
	}

	LockOptions(LockOptions other) {
		this.waitTime = other.waitTime;
		this.leaseTime = other.leaseTime;
		this.autoRenew = other.autoRenew;
		this.maxHoldTime = other.maxHoldTime;
		this.onLost = other.onLost;
		this.name = other.name;
		this.fenced = other.fenced;
		this.mode = other.mode;
		this.permits = other.permits;
		this.method = other.method;
	}

	List<@Nullable Object> values() {
		return Arrays.asList(this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost, this.name,
				this.fenced, this.mode, this.permits, this.method);
	}

	/**
	 * Check the options.
	 * @param keys the keys of the request, for messages
	 */
	void check(List<String> keys) {
		if (this.waitTime != null && this.waitTime.isNegative()) {
			throw new IllegalArgumentException(
					"'waitTime' must not be negative, but is %s".formatted(Durations.text(this.waitTime)));
		}
		if (this.leaseTime != null && this.leaseTime.compareTo(MIN_LEASE_TIME) < 0) {
			throw new IllegalArgumentException("'leaseTime' must be at least %d ms, but is %s"
				.formatted(MIN_LEASE_TIME.toMillis(), Durations.text(this.leaseTime)));
		}
		if (this.leaseTime != null && this.leaseTime.compareTo(Durations.MAX) > 0) {
			throw new IllegalArgumentException("'leaseTime' must not be longer than 292 years, but is %s"
				.formatted(Durations.text(this.leaseTime)));
		}
		if (this.maxHoldTime != null && (this.maxHoldTime.isNegative() || this.maxHoldTime.isZero())) {
			throw new IllegalArgumentException(
					"'maxHoldTime' must be positive, but is %s".formatted(Durations.text(this.maxHoldTime)));
		}
		if (this.name != null && this.name.isBlank()) {
			throw new IllegalArgumentException("'name' must not be blank; leave it out for none");
		}
		if (this.mode == LockMode.PERMIT && this.permits < 1) {
			throw new IllegalArgumentException("'permits' must be at least 1, but is %d".formatted(this.permits));
		}
		if (this.fenced && this.mode != LockMode.EXCLUSIVE) {
			throw new IllegalArgumentException(
					"A request for lock '%s' must not be both fenced() and %s: several owners can hold it at once, and no token distinguishes them. Remove one of the two"
						.formatted(LockKey.shown(String.join(", ", keys)),
								(this.mode == LockMode.SHARED) ? "shared()" : "permits()"));
		}
	}

}
