// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import io.distlock.observation.LockKeyNames.HighCardinalityKeyNames;
import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * Observations of locks.
 *
 * @since 0.1.0
 */
public enum LockObservationDocumentation implements ObservationDocumentation {

	/**
	 * Request for a lock, from the call to the grant or failure. Re-entries are not
	 * observed.
	 */
	ACQUIRE(HighCardinalityKeyNames.KEY),

	/**
	 * Hold of a lock, from the grant to the release or loss.
	 */
	HOLD(HighCardinalityKeyNames.values()) {

		@Override
		public Observation.Event[] getEvents() {
			return LockEvents.values();
		}

	};

	private final KeyName[] highCardinality;

	LockObservationDocumentation(KeyName... highCardinality) {
		this.highCardinality = highCardinality;
	}

	@Override
	public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
		return DefaultLockObservationConvention.class;
	}

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return new KeyName[] { LowCardinalityKeyNames.NAME, LowCardinalityKeyNames.MODE,
				LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.OUTCOME };
	}

	@Override
	public KeyName[] getHighCardinalityKeyNames() {
		return this.highCardinality.clone();
	}

	@Override
	public String getPrefix() {
		return "";
	}

	/**
	 * Events during a hold.
	 */
	public enum LockEvents implements Observation.Event {

		/**
		 * The lock was lost; the protected code may still be running.
		 */
		LOST {

			@Override
			public String getName() {
				return "distlock.lost";
			}

			@Override
			public String getContextualName() {
				return "lock lost";
			}

		}

	}

}
