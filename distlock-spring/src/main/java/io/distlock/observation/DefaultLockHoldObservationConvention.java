// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import io.distlock.observation.LockKeyNames.HighCardinalityKeyNames;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;

/**
 * Default {@link LockHoldObservationConvention}.
 *
 * @since 0.1.0
 */
public class DefaultLockHoldObservationConvention implements LockHoldObservationConvention {

	@Override
	public String getName() {
		return "distlock.hold";
	}

	@Override
	public String getContextualName(LockHoldObservationContext context) {
		return LockKeyValues.contextualName("hold", context);
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(LockHoldObservationContext context) {
		return LockKeyValues.low(context);
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LockHoldObservationContext context) {
		return KeyValues.of(LockKeyValues.key(context),
				KeyValue.of(HighCardinalityKeyNames.FENCING_TOKEN, Long.toString(context.getFencingToken())));
	}

}
