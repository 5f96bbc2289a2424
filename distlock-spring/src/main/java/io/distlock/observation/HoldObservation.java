// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.micrometer.observation.Observation;

/**
 * The observation of one hold. It ends with the hold, or with the last code that runs in
 * its scope, if that comes later: an observation must not end within its own scope.
 */
final class HoldObservation implements LockObserver.Holding {

	private final Observation observation;

	private final LockObservationContext context;

	/**
	 * The hold itself, and the scopes that are open.
	 */
	private final AtomicInteger users = new AtomicInteger(1);

	HoldObservation(Observation observation, LockObservationContext context) {
		this.observation = observation;
		this.context = context;
	}

	@Override
	public void released() {
		this.context.setOutcome("released");
		leave();
	}

	@Override
	public void lost(LockLostException loss) {
		this.context.setOutcome("lost");
		this.observation.error(loss);
		this.observation.event(LockObservationDocumentation.LockEvents.LOST);
		leave();
	}

	private void leave() {
		if (this.users.decrementAndGet() == 0) {
			this.observation.stop();
		}
	}

	@Override
	public LockObserver.Scope enter() {
		if (this.users.getAndUpdate((count) -> (count > 0) ? count + 1 : 0) == 0) {
			return LockObserver.Scope.NONE;
		}
		Observation.Scope scope = this.observation.openScope();
		return () -> {
			try {
				scope.close();
			}
			finally {
				leave();
			}
		};
	}

}
