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

import java.util.List;

import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a request for a lock, or of the hold that came of it.
 *
 * @since 0.1.0
 */
public abstract class LockObservationContext extends Observation.Context {

	private final LockRequest request;

	private final String provider;

	LockObservationContext(LockRequest request, String provider) {
		this.request = request;
		this.provider = provider;
	}

	/**
	 * Return the name of what is locked: that of the annotation, the job, or
	 * {@link LockRequest#name(String)}.
	 * @return the name, or {@code null} if the request has none
	 */
	public @Nullable String getLockName() {
		return this.request.name();
	}

	/**
	 * Return the keys that are locked together.
	 * @return one key or more
	 */
	public List<String> getKeys() {
		return this.request.keys();
	}

	/**
	 * Return how the keys are to be held.
	 * @return the mode
	 */
	public LockMode getMode() {
		return this.request.mode();
	}

	/**
	 * Return the name of the provider.
	 * @return the name, such as {@code jdbc}
	 */
	public String getProvider() {
		return this.provider;
	}

	/**
	 * Return how it ended.
	 * @return the value of the tag, or {@code null} until then
	 */
	public abstract @Nullable String getOutcome();

}
