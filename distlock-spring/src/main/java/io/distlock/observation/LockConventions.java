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
