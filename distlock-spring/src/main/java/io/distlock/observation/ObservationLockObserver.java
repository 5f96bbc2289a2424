// SPDX-License-Identifier: Apache-2.0

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
