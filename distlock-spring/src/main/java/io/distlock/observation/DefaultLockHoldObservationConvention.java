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
