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

import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * The context of {@link LockObservationDocumentation#HOLD}.
 *
 * @since 0.1.0
 */
public class LockHoldObservationContext extends LockObservationContext {

	private final long fencingToken;

	private volatile @Nullable String outcome;

	/**
	 * Create a context.
	 * @param request what was asked for
	 * @param provider the name of the provider
	 * @param fencingToken the token of the lock; of several keys, the greatest
	 */
	public LockHoldObservationContext(LockRequest request, String provider, long fencingToken) {
		super(request, provider);
		this.fencingToken = fencingToken;
	}

	/**
	 * Return the fencing token of the lock.
	 * @return the token; of several keys, the greatest
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

	void released() {
		this.outcome = "released";
	}

	void lost() {
		this.outcome = "lost";
	}

	@Override
	public @Nullable String getOutcome() {
		return this.outcome;
	}

}
