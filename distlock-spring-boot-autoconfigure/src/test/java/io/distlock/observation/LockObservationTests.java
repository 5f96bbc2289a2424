// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.contract.ForwardingProvider;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import io.distlock.observation.LockObservationContext.Phase;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The observations of locks that code takes.
 */
@Timeout(60)
@Tag("timing")
class LockObservationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockRequest REQUEST = LockRequest.of("orders:42")
		.name("orders")
		.leaseTime(Duration.ofSeconds(3));

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final BreakableProvider provider = new BreakableProvider();

	private final LeaseLockEngine engine = new LeaseLockEngine(this.provider,
			LeaseSettings.of("observed", "node").withWaitTime(PATIENCE).withHandOff(32, Duration.ofSeconds(10)),
			(event) -> {
			}, () -> new ObservationLockObserver(this.registry, List.of()));

	private final LockTemplate template = new LockTemplate(this.engine);

	@AfterEach
	void close() {
		this.engine.close();
		this.provider.close();
		assertThat(this.registry.getCurrentObservationScope()).as("no scope is left open").isNull();
	}

	@Test
	void requestAndHoldAreObservedWithTheirTags() {
		long token;
		try (HeldLock held = this.template.acquire(REQUEST)) {
			token = held.fencingToken();
		}
		observations().hasNumberOfObservationsEqualTo(2)
			.hasObservationWithNameEqualTo("distlock.acquire")
			.that()
			.hasContextualNameEqualTo("acquire orders")
			.hasOnlyKeys("name", "mode", "provider", "outcome", "key")
			.hasLowCardinalityKeyValue("name", "orders")
			.hasLowCardinalityKeyValue("mode", "exclusive")
			.hasLowCardinalityKeyValue("provider", "local")
			.hasLowCardinalityKeyValue("outcome", "acquired")
			.hasHighCardinalityKeyValue("key", "orders:42")
			.hasBeenStarted()
			.hasBeenStopped()
			.doesNotHaveError();
		observations().hasObservationWithNameEqualTo("distlock.hold")
			.that()
			.hasContextualNameEqualTo("hold orders")
			.hasOnlyKeys("name", "mode", "provider", "outcome", "key", "fencing.token")
			.hasLowCardinalityKeyValue("outcome", "released")
			.hasHighCardinalityKeyValue("key", "orders:42")
			.hasHighCardinalityKeyValue("fencing.token", Long.toString(token))
			.hasBeenStopped();
	}

	@Test
	void readersAndPermitsAreToldFromWriters() {
		this.template.acquire(REQUEST.shared()).release();
		observations().hasNumberOfObservationsEqualTo(2)
			.forAllObservationsWithNameEqualTo("distlock.acquire",
					(acquire) -> acquire.hasLowCardinalityKeyValue("mode", "shared"))
			.forAllObservationsWithNameEqualTo("distlock.hold",
					(hold) -> hold.hasLowCardinalityKeyValue("mode", "shared"));
		this.registry.clear();
		this.template.acquire(REQUEST.permits(3)).release();
		observations().hasNumberOfObservationsEqualTo(2)
			.forAllObservationsWithNameEqualTo("distlock.hold",
					(hold) -> hold.hasLowCardinalityKeyValue("mode", "permit"));
	}

	@Test
	void requestWithoutANameIsCalledNone() {
		this.template.acquire("orders:42").release();
		observations().hasObservationWithNameEqualTo("distlock.acquire")
			.that()
			.hasContextualNameEqualTo("acquire lock")
			.hasLowCardinalityKeyValue("name", "none");
	}

	@Test
	void keyShowsTenKeysAtMost() {
		List<String> keys = IntStream.range(10, 23).mapToObj((i) -> "k" + i).toList();
		this.template.acquire(LockRequest.ofAll(keys)).release();
		observations().hasNumberOfObservationsEqualTo(2)
			.hasObservationWithNameEqualTo("distlock.hold")
			.that()
			.hasHighCardinalityKeyValue("key", "k10, k11, k12, k13, k14, k15, k16, k17, k18, k19 and 3 more");
	}

	@Test
	void keyIsShownOnOneLineAndCut() {
		this.template.acquire("k\nFORGED\u001b[31m" + "x".repeat(5000)).release();
		observations().hasNumberOfObservationsEqualTo(2)
			.hasObservationWithNameEqualTo("distlock.hold")
			.that()
			.hasHighCardinalityKeyValue("key", LockKey.shown("k\nFORGED\u001b[31m" + "x".repeat(5000)));
	}

	@Test
	void reentryMakesNoObservation() {
		this.template.executeWithoutResult(REQUEST, (outer) -> this.template.executeWithoutResult(REQUEST, (inner) -> {
		}));
		observations().hasNumberOfObservationsEqualTo(2);
	}

	@Test
	void busyIsNoError() {
		CompletableFuture<HeldLock> holder = this.template.acquireAsync(REQUEST).toCompletableFuture();
		holder.join();
		this.registry.clear();
		assertThat(this.template.tryAcquire(REQUEST.waitTime(Duration.ZERO))).isEmpty();
		observations().hasSingleObservationThat()
			.hasNameEqualTo("distlock.acquire")
			.hasLowCardinalityKeyValue("outcome", "busy")
			.doesNotHaveError()
			.hasBeenStopped();
	}

	@Test
	void failureIsRecorded() {
		this.provider.broken = true;
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> this.template.acquire(REQUEST))
			.satisfies((failure) -> observations().hasSingleObservationThat()
				.hasLowCardinalityKeyValue("outcome", "error")
				.thenError()
				.isSameAs(failure));
	}

	@Test
	void parentIsTheCallersObservationAndTheHoldIsCurrentInACallback() {
		Observation caller = Observation.start("caller", this.registry);
		caller.scoped(() -> this.template.executeWithoutResult(REQUEST, (lock) -> {
			assertThat(this.registry.getCurrentObservation()).isNotNull()
				.extracting((current) -> current.getContext().getName())
				.isEqualTo("distlock.hold");
			Observation.start("body", this.registry).stop();
		}));
		caller.stop();
		hasParent("distlock.acquire", "caller");
		hasParent("distlock.hold", "caller");
		hasParent("body", "distlock.hold");
	}

	@Test
	void lostLockThatIsNeverReleasedEndsWithTheLoss() {
		HeldLock held = this.template.acquire(REQUEST);
		this.provider.renewalsFail = true;
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(() -> observations().hasObservationWithNameEqualTo("distlock.hold")
				.that()
				.hasLowCardinalityKeyValue("outcome", "lost")
				.hasEvent("distlock.lost")
				.hasError()
				.hasBeenStopped());
		assertThat(held.release()).isFalse();
	}

	@Test
	void lossInACallbackEndsTheHoldAfterItsScope() {
		this.template.executeWithoutResult(REQUEST.onLost(OnLost.IGNORE), (lock) -> {
			this.provider.renewalsFail = true;
			Awaitility.await()
				.atMost(PATIENCE)
				.untilAsserted(() -> observations().hasObservationWithNameEqualTo("distlock.hold")
					.that()
					.hasEvent("distlock.lost")
					.isNotStopped());
		});
		observations().hasObservationWithNameEqualTo("distlock.hold")
			.that()
			.hasLowCardinalityKeyValue("outcome", "lost")
			.hasBeenStopped();
	}

	@Test
	void asynchronousRequestKeepsTheCallersObservation() {
		Observation caller = Observation.start("caller", this.registry);
		CompletableFuture<HeldLock> holder = this.template.acquireAsync(REQUEST).toCompletableFuture();
		HeldLock first = holder.join();
		this.registry.clear();
		Supplier<CompletableFuture<String>> asked = () -> this.template.acquireAsync(REQUEST.waitTime(PATIENCE))
			.toCompletableFuture()
			.thenApply((lock) -> {
				Observation current = this.registry.getCurrentObservation();
				lock.release();
				return (current != null) ? current.getContext().getName() : "nothing";
			});
		CompletableFuture<String> seen = caller.scoped(asked);
		assertThat(this.registry.getCurrentObservation()).isNull();
		first.release();
		assertThat(seen.join()).isEqualTo("caller");
		caller.stop();
		hasParent("distlock.acquire", "caller");
		hasParent("distlock.hold", "caller");
	}

	@Test
	void cancelledRequestIsObserved() {
		HeldLock first = this.template.acquireAsync(REQUEST).toCompletableFuture().join();
		this.registry.clear();
		this.template.acquireAsync(REQUEST).toCompletableFuture().cancel(true);
		observations().hasSingleObservationThat().hasLowCardinalityKeyValue("outcome", "cancelled").hasBeenStopped();
		first.release();
	}

	@Test
	void conventionsOfTheApplicationName() {
		LockObservationConvention custom = new DefaultLockObservationConvention(Phase.ACQUIRE) {

			@Override
			public String getName() {
				return "shop.lock";
			}

		};
		try (LeaseLockEngine named = new LeaseLockEngine(this.provider, settings(), (event) -> {
		}, () -> new ObservationLockObserver(this.registry, List.of(custom)))) {
			named.acquire(REQUEST).orElseThrow().release();
		}
		observations().hasObservationWithNameEqualTo("shop.lock");
		observations().hasObservationWithNameEqualTo("distlock.hold");
	}

	@Test
	void twoConventionsOfOnePhaseAreRefused() {
		List<LockObservationConvention> conventions = List.of(new DefaultLockObservationConvention(Phase.HOLD),
				new DefaultLockObservationConvention(Phase.ACQUIRE), new DefaultLockObservationConvention(Phase.HOLD));
		assertThatIllegalStateException().isThrownBy(() -> new ObservationLockObserver(this.registry, conventions))
			.withMessageStartingWith("There are 2 beans of type LockObservationConvention for the phase HOLD")
			.withMessageEndingWith("Leave one of them.");
	}

	private static LeaseSettings settings() {
		return LeaseSettings.of("named", "node").withWaitTime(PATIENCE).withHandOff(0, Duration.ZERO);
	}

	private void hasParent(String name, String parent) {
		observations().hasObservationWithNameEqualTo(name)
			.that()
			.hasParentObservationContextMatching((context) -> parent.equals(context.getName()));
	}

	private TestObservationRegistryAssert observations() {
		return TestObservationRegistryAssert.assertThat(this.registry);
	}

	/**
	 * A store that can be made to fail.
	 */
	private static final class BreakableProvider extends ForwardingProvider {

		private volatile boolean broken;

		private volatile boolean renewalsFail;

		private BreakableProvider() {
			super(new LocalLockProvider());
		}

		@Override
		protected <T> T around(Call call, Supplier<T> request) {
			if (this.broken || (this.renewalsFail && call == Call.RENEW)) {
				throw new LockStoreException("Broken on purpose", Outcome.PERMANENT, null);
			}
			return request.get();
		}

	}

}
