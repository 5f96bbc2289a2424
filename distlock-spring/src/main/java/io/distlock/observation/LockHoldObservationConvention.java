// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and tags of {@link LockObservationDocumentation#HOLD}. A bean of this type
 * replaces {@link DefaultLockHoldObservationConvention}.
 *
 * @since 0.1.0
 */
public interface LockHoldObservationConvention extends ObservationConvention<LockHoldObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof LockHoldObservationContext;
	}

}
