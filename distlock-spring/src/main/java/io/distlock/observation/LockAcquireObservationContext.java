// SPDX-License-Identifier: Apache-2.0

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
