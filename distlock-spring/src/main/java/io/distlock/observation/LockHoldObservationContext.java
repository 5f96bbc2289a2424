// SPDX-License-Identifier: Apache-2.0

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
