// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import io.distlock.observation.LockObservationContext.Phase;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Convention for names and tags of the observations of one phase. A bean of this type
 * replaces the {@link DefaultLockObservationConvention} of its phase.
 *
 * @since 0.1.0
 */
public interface LockObservationConvention extends ObservationConvention<LockObservationContext> {

	/**
	 * Return the phase of the observations.
	 * @return the phase
	 */
	Phase getPhase();

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof LockObservationContext lock && lock.getPhase() == getPhase();
	}

}
