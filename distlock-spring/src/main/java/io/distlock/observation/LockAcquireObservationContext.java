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

import java.util.Locale;

import io.distlock.LockObserver.Reason;
import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * The context of {@link LockObservationDocumentation#ACQUIRE}.
 *
 * @since 0.1.0
 */
public class LockAcquireObservationContext extends LockObservationContext {

	private @Nullable String outcome;

	/**
	 * Create a context.
	 * @param request what is asked for
	 * @param provider the name of the provider
	 */
	public LockAcquireObservationContext(LockRequest request, String provider) {
		super(request, provider);
	}

	void acquired() {
		this.outcome = "acquired";
	}

	void notAcquired(Reason reason) {
		this.outcome = reason.name().toLowerCase(Locale.ROOT);
	}

	@Override
	public @Nullable String getOutcome() {
		return this.outcome;
	}

}
