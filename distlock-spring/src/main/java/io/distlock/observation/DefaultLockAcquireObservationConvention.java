// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import io.micrometer.common.KeyValues;

/**
 * Default {@link LockAcquireObservationConvention}.
 *
 * @since 0.1.0
 */
public class DefaultLockAcquireObservationConvention implements LockAcquireObservationConvention {

	@Override
	public String getName() {
		return "distlock.acquire";
	}

	@Override
	public String getContextualName(LockAcquireObservationContext context) {
		return LockKeyValues.contextualName("acquire", context);
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(LockAcquireObservationContext context) {
		return LockKeyValues.low(context);
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(LockAcquireObservationContext context) {
		return KeyValues.of(LockKeyValues.key(context));
	}

}
