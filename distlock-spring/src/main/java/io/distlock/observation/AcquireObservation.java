// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.concurrent.Executor;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The observation of one request.
 */
final class AcquireObservation implements LockObserver.Acquisition {

	private final ObservationRegistry registry;

	private final LockConventions conventions;

	private final LockRequest request;

	private final String provider;

	private final @Nullable Observation parent;

	private final LockAcquireObservationContext context;

	private final Observation observation;

	AcquireObservation(ObservationRegistry registry, LockConventions conventions, LockRequest request,
			String provider) {
		this.registry = registry;
		this.conventions = conventions;
		this.request = request;
		this.provider = provider;
		this.parent = registry.getCurrentObservation();
		this.context = new LockAcquireObservationContext(request, provider);
		this.observation = conventions.observation(this.context, registry).start();
	}

	@Override
	public LockObserver.Holding acquired(HeldLock lock) {
		this.context.acquired();
		this.observation.stop();
		LockHoldObservationContext hold = new LockHoldObservationContext(this.request, this.provider,
				lock.hasFencingToken() ? lock.fencingToken() : 0);
		Observation observation = this.conventions.observation(hold, this.registry);
		hold.setParentObservation(this.parent);
		return new HoldObservation(observation.start(), hold);
	}

	@Override
	public void notAcquired(LockObserver.Reason reason, @Nullable Throwable failure) {
		this.context.notAcquired(reason);
		if (reason == LockObserver.Reason.ERROR && failure != null) {
			this.observation.error(failure);
		}
		this.observation.stop();
	}

	@Override
	public Executor continuing() {
		return Continuation.of(this.parent);
	}

}
