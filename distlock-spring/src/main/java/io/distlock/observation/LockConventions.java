// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Makes observations by the conventions of the application.
 *
 * @param acquire of requests, {@code null} for the default
 * @param hold of holds, {@code null} for the default
 */
record LockConventions(@Nullable LockAcquireObservationConvention acquire,
		@Nullable LockHoldObservationConvention hold) {

	private static final LockAcquireObservationConvention ACQUIRE = new DefaultLockAcquireObservationConvention();

	private static final LockHoldObservationConvention HOLD = new DefaultLockHoldObservationConvention();

	Observation observation(LockAcquireObservationContext context, ObservationRegistry registry) {
		return LockObservationDocumentation.ACQUIRE.observation(this.acquire, ACQUIRE, () -> context, registry);
	}

	Observation observation(LockHoldObservationContext context, ObservationRegistry registry) {
		return LockObservationDocumentation.HOLD.observation(this.hold, HOLD, () -> context, registry);
	}

}
