// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.time.Duration;

import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the lock of a method; defaults come from {@code distlock.*}.
 *
 * @param waitTime how long to wait
 * @param leaseTime the lease
 * @param autoRenew whether the lease is renewed
 * @param maxHoldTime when renewal stops
 * @param onLost what a loss does
 * @param mode how it is held
 * @param permits how many may hold it, if it has permits
 */
record LockSettings(@Nullable Duration waitTime, @Nullable Duration leaseTime, boolean autoRenew,
		@Nullable Duration maxHoldTime, OnLost onLost, LockMode mode, int permits) {

	boolean includes(LockSettings wanted) {
		return this.mode == LockMode.EXCLUSIVE || this.mode == wanted.mode;
	}

	LockRequest apply(LockRequest keys) {
		LockRequest request = (this.waitTime != null) ? keys.waitTime(this.waitTime) : keys;
		request = (this.leaseTime != null) ? request.leaseTime(this.leaseTime) : request;
		request = (this.maxHoldTime != null) ? request.maxHoldTime(this.maxHoldTime) : request;
		request = this.autoRenew ? request : request.autoRenew(false);
		request = (this.onLost != OnLost.FAIL) ? request.onLost(this.onLost) : request;
		return switch (this.mode) {
			case EXCLUSIVE -> request;
			case SHARED -> request.shared();
			case PERMIT -> request.permits(this.permits);
		};
	}

}
