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

	private final LockHoldObservationContext context;

	/**
	 * The hold itself, and the scopes that are open.
	 */
	private final AtomicInteger users = new AtomicInteger(1);

	HoldObservation(Observation observation, LockHoldObservationContext context) {
		this.observation = observation;
		this.context = context;
	}

	@Override
	public void released() {
		this.context.released();
		leave();
	}

	@Override
	public void lost(LockLostException loss) {
		this.context.lost();
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
