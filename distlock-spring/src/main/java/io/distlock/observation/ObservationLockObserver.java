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

import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Makes observations of requests and holds. Their parent is what the caller observes when
 * it asks; a hold is the current observation while a callback or a method runs under it.
 *
 * @since 0.1.0
 */
public final class ObservationLockObserver implements LockObserver {

	private final ObservationRegistry registry;

	private final LockConventions conventions;

	/**
	 * Create an observer.
	 * @param registry where observations go
	 * @param acquireConvention names and tags of requests, {@code null} for the default
	 * @param holdConvention names and tags of holds, {@code null} for the default
	 */
	public ObservationLockObserver(ObservationRegistry registry,
			@Nullable LockAcquireObservationConvention acquireConvention,
			@Nullable LockHoldObservationConvention holdConvention) {
		this.registry = registry;
		this.conventions = new LockConventions(acquireConvention, holdConvention);
	}

	@Override
	public @Nullable Acquisition acquiring(LockRequest request, String provider) {
		return !this.registry.isNoop() ? new AcquireObservation(this.registry, this.conventions, request, provider)
				: null;
	}

}
