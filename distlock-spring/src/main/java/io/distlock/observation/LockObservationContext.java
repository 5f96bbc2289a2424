// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.List;

import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Context of a request for a lock, or of the resulting hold.
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
