// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.distlock.observation.LockObservationContext.Phase;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Lock observer that creates observations of requests and holds. The parent is the
 * caller's current observation. The observation of a hold is current while a callback or
 * method runs under the lock.
 *
 * @since 0.1.0
 */
public final class ObservationLockObserver implements LockObserver {

	private static final LockObservationConvention ACQUIRE = new DefaultLockObservationConvention(Phase.ACQUIRE);

	private static final LockObservationConvention HOLD = new DefaultLockObservationConvention(Phase.HOLD);

	private static final boolean PROPAGATION = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			ObservationLockObserver.class.getClassLoader());

	private final ObservationRegistry registry;

	private final @Nullable LockObservationConvention acquire;

	private final @Nullable LockObservationConvention hold;

	/**
	 * Create an observer.
	 * @param registry the registry of the observations
	 * @param conventions the conventions of the application, at most one for each phase;
	 * other phases use the default
	 */
	public ObservationLockObserver(ObservationRegistry registry, List<LockObservationConvention> conventions) {
		this.registry = registry;
		this.acquire = of(Phase.ACQUIRE, conventions);
		this.hold = of(Phase.HOLD, conventions);
	}

	private static @Nullable LockObservationConvention of(Phase phase, List<LockObservationConvention> conventions) {
		List<LockObservationConvention> found = conventions.stream()
			.filter((convention) -> convention.getPhase() == phase)
			.toList();
		if (found.size() > 1) {
			throw new IllegalStateException(
					"There are %d beans of type LockObservationConvention for the phase %s: %s. Leave one of them."
						.formatted(found.size(), phase, found));
		}
		return found.isEmpty() ? null : found.get(0);
	}

	@Override
	public @Nullable Acquisition acquiring(LockRequest request, String provider) {
		return !this.registry.isNoop() ? new AcquireObservation(request, provider) : null;
	}

	/**
	 * Observation of one request.
	 */
	private final class AcquireObservation implements Acquisition {

		private final @Nullable Observation parent;

		private final LockObservationContext context;

		private final Observation observation;

		private AcquireObservation(LockRequest request, String provider) {
			this.parent = ObservationLockObserver.this.registry.getCurrentObservation();
			this.context = new LockObservationContext(Phase.ACQUIRE, request, provider, 0);
			this.observation = LockObservationDocumentation.ACQUIRE.start(ObservationLockObserver.this.acquire, ACQUIRE,
					() -> this.context, ObservationLockObserver.this.registry);
		}

		@Override
		public Holding acquired(HeldLock lock) {
			this.context.setOutcome("acquired");
			this.observation.stop();
			LockObservationContext context = this.context.hold(lock.hasFencingToken() ? lock.fencingToken() : 0);
			Observation observation = LockObservationDocumentation.HOLD.observation(ObservationLockObserver.this.hold,
					HOLD, () -> context, ObservationLockObserver.this.registry);
			context.setParentObservation(this.parent);
			return new HoldObservation(observation.start(), context);
		}

		@Override
		public void notAcquired(Reason reason, @Nullable Throwable failure) {
			this.context.setOutcome(reason.name().toLowerCase(Locale.ROOT));
			if (reason == Reason.ERROR && failure != null) {
				this.observation.error(failure);
			}
			this.observation.stop();
		}

		/**
		 * Return an executor that restores the context of the requesting thread: the
		 * complete context if Micrometer's context propagation is on the class path,
		 * otherwise only the current observation.
		 */
		@Override
		public Executor continuing() {
			if (PROPAGATION) {
				return Propagation.capture();
			}
			return (this.parent != null) ? this.parent::scoped : Runnable::run;
		}

	}

	/**
	 * Observation of one hold. The observation must not end within its own scope.
	 * Therefore, it ends with the hold or with the last open scope, whichever is later.
	 */
	private static final class HoldObservation implements Holding {

		private final Observation observation;

		private final LockObservationContext context;

		/**
		 * Number of users: the hold itself, and the open scopes.
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
		public Scope enter() {
			if (this.users.getAndUpdate((count) -> (count > 0) ? count + 1 : 0) == 0) {
				return Scope.NONE;
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

	/**
	 * Code with a dependency on the optional context propagation library, loaded only if
	 * present.
	 */
	private static final class Propagation {

		static Executor capture() {
			ContextSnapshot snapshot = ContextSnapshotFactory.builder().build().captureAll();
			return (task) -> snapshot.wrap(task).run();
		}

	}

}
