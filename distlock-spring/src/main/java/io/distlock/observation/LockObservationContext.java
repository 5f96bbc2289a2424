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
public class LockObservationContext extends Observation.Context {

	private final Phase phase;

	private final LockRequest request;

	private final String provider;

	private final long fencingToken;

	private volatile @Nullable String outcome;

	LockObservationContext(Phase phase, LockRequest request, String provider, long fencingToken) {
		this.phase = phase;
		this.request = request;
		this.provider = provider;
		this.fencingToken = fencingToken;
	}

	LockObservationContext hold(long fencingToken) {
		return new LockObservationContext(Phase.HOLD, this.request, this.provider, fencingToken);
	}

	/**
	 * Return which part of a lock's life is observed.
	 * @return the phase
	 */
	public Phase getPhase() {
		return this.phase;
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
	 * Return the fencing token of a hold.
	 * @return the token; of several keys, the greatest; 0 of a request, and of a lock
	 * that has none
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

	/**
	 * Return how it ended.
	 * @return the value of the tag, or {@code null} until then
	 */
	public @Nullable String getOutcome() {
		return this.outcome;
	}

	void setOutcome(String outcome) {
		this.outcome = outcome;
	}

	/**
	 * The part of a lock's life that an observation covers.
	 */
	public enum Phase {

		/**
		 * From the call until the lock is granted or not.
		 */
		ACQUIRE,

		/**
		 * From the grant until the lock is released or lost.
		 */
		HOLD

	}

}
