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

package io.distlock.lease;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import org.jspecify.annotations.Nullable;

/**
 * A request as the observer sees it.
 */
final class GuardedAcquisition {

	private final ObserverGuard guard;

	private final LockObserver.Acquisition acquisition;

	GuardedAcquisition(ObserverGuard guard, LockObserver.Acquisition acquisition) {
		this.guard = guard;
		this.acquisition = acquisition;
	}

	void acquired(HeldLock lock) {
		this.guard.run(
				() -> ((ObservableLock) lock).observe(new GuardedHolding(this.guard, this.acquisition.acquired(lock))));
	}

	void notAcquired(LockObserver.Reason reason, @Nullable Throwable failure) {
		this.guard.run(() -> this.acquisition.notAcquired(reason, failure));
	}

	/**
	 * Run something that the observer must not break.
	 */
	void guarded(Runnable call) {
		this.guard.run(call);
	}

	LockObserver.Acquisition acquisition() {
		return this.acquisition;
	}

}
