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
	 * Return the observed phase of a lock.
	 * @return the phase
	 */
	public Phase getPhase() {
		return this.phase;
	}

	/**
	 * Return the name of the lock: the name of the annotation, the job, or
	 * {@link LockRequest#name(String)}.
	 * @return the name, or {@code null} for a request without a name
	 */
	public @Nullable String getLockName() {
		return this.request.name();
	}

	/**
	 * Return the keys of the lock.
	 * @return one or more keys
	 */
	public List<String> getKeys() {
		return this.request.keys();
	}

	/**
	 * Return the mode of the lock.
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
	 * @return the token, or the greatest token of several keys; 0 for a request or a lock
	 * without a token
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

	/**
	 * Return the outcome.
	 * @return the value of the tag, or {@code null} for an operation in progress
	 */
	public @Nullable String getOutcome() {
		return this.outcome;
	}

	void setOutcome(String outcome) {
		this.outcome = outcome;
	}

	/**
	 * Phase of a lock that an observation covers.
	 */
	public enum Phase {

		/**
		 * From the call to the grant or failure.
		 */
		ACQUIRE,

		/**
		 * From the grant to the release or loss.
		 */
		HOLD

	}

}
