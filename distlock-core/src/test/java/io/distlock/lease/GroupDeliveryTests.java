// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.lease.EngineTasks.Kind;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How several keys that the store grants in one step come to the user of an asynchronous
 * request, and what becomes of them where the store does not answer. On virtual time.
 */
@Tag("safety")
class GroupDeliveryTests {

	private static final int THREADS = 3;

	private static final Duration ROUNDING = Duration.ofMillis(100);

	private static final Duration WAIT = Duration.ofSeconds(1);

	private static final LockRequest BOTH = LockRequest.ofAll(List.of("a", "b")).waitTime(WAIT);

	private final VirtualTime time = new VirtualTime();

	private final FragileTasks tasks = new FragileTasks(this.time);

	private final ModelStore store = new ModelStore(this.time, true);

	private final GroupStore provider = new GroupStore(this.store);

	private final LeaseLockEngine engine = engine("node");

	private LeaseLockEngine engine(String node) {
		LeaseSettings settings = new LeaseSettings("group", node, Duration.ZERO, Duration.ofSeconds(30), null,
				new LeaseSettings.HandOff(0, Duration.ofMillis(100)));
		return new LeaseLockEngine(this.provider, settings, (event) -> {
		}, this.time, this.tasks);
	}

	private CompletableFuture<HeldLock> ask(LockRequest request) {
		return this.engine.acquireAsync(request).toCompletableFuture();
	}

	private void pass(Duration duration) {
		this.time.sleep(duration.toNanos());
	}

	private boolean isHeld(String key) {
		return this.store.isHeld(new LockKey("group", key));
	}

	private static void assertRefused(CompletableFuture<HeldLock> request, String message) {
		assertThat(request).isDone();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(request::join)
			.withCauseInstanceOf(LockNotAcquiredException.class)
			.withMessageContaining(message);
	}

	private void block() {
		for (int i = 0; i < THREADS; i++) {
			ask(LockRequest.of("blocking-" + i)).thenAccept((lock) -> this.tasks.hang(TimeUnit.HOURS.toNanos(1)));
		}
		pass(ROUNDING);
	}

	@Test
	void keysAreDeliveredWhereSingleKeysAre() {
		CompletableFuture<Kind> where = ask(BOTH).thenApply((lock) -> {
			lock.close();
			return this.tasks.running();
		});
		pass(ROUNDING);
		assertThat(where).isCompletedWithValue(Kind.DELIVERY);
		assertThat(this.provider.grants).isOne();
		assertThat(isHeld("a") || isHeld("b")).isFalse();
	}

	@Test
	void refusalIsDeliveredWhereThatOfSingleKeysIs() {
		assertThat(engine("other").acquire(LockRequest.of("b"))).isPresent();
		List<Kind> where = new ArrayList<>();
		ask(BOTH.waitTime(Duration.ZERO)).whenComplete((lock, failure) -> where.add(this.tasks.running()));
		pass(ROUNDING);
		assertThat(where).containsExactly(Kind.DELIVERY);
	}

	@Test
	void keysThatCannotBeDeliveredGoBack() {
		block();
		CompletableFuture<HeldLock> undelivered = ask(BOTH);
		pass(ROUNDING);
		assertThat(undelivered).isNotDone();
		assertThat(isHeld("a") && isHeld("b")).isTrue();
		pass(WAIT.plusSeconds(1).plus(ROUNDING));
		assertRefused(undelivered, "could not be delivered");
		assertThat(isHeld("a") || isHeld("b")).isFalse();
		assertThat(this.engine.heldLeases()).isEqualTo(THREADS);
	}

	@Test
	void keysOfARequestThatWasCancelledGoBack() {
		block();
		CompletableFuture<HeldLock> cancelled = ask(BOTH);
		pass(ROUNDING);
		cancelled.cancel(false);
		pass(WAIT.plusSeconds(1).plus(ROUNDING));
		assertThat(isHeld("a") || isHeld("b")).isFalse();
		assertThat(this.engine.heldLeases()).isEqualTo(THREADS);
	}

	@Test
	void storeThatCannotSayYetWhatItCanGrantIsAskedAgain() {
		this.provider.away(true);
		CompletableFuture<HeldLock> asked = ask(BOTH);
		pass(ROUNDING);
		assertThat(asked).isNotDone();
		this.provider.away(false);
		pass(WAIT.minus(ROUNDING));
		assertThat(asked).isCompleted();
		assertThat(asked.join().fencingTokens()).containsOnlyKeys("a", "b");
	}

	@Test
	void storeThatNeverSaysWhatItCanGrantFailsTheRequest() {
		this.provider.away(true);
		CompletableFuture<HeldLock> asked = ask(BOTH);
		pass(WAIT.plus(ROUNDING));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(asked::join)
			.withCauseInstanceOf(LockProviderException.class);
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> this.engine.acquire(BOTH.waitTime(Duration.ZERO)))
			.withMessageContaining("It is away");
	}

	/**
	 * A store that grants several keys in one step.
	 */
	private static final class GroupStore extends DirectProvider implements GroupLockProvider {

		private final ModelStore store;

		private int grants;

		GroupStore(ModelStore store) {
			super(store);
			this.store = store;
		}

		@Override
		public boolean canGrantTogether(List<LockKey> keys) {
			refuseIfAway();
			return true;
		}

		@Override
		public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
			if (claims.stream().anyMatch((claim) -> this.store.isHeld(claim.key()))) {
				return Optional.empty();
			}
			this.grants++;
			List<Lease> leases = new ArrayList<>();
			for (LockClaim claim : claims) {
				Lease lease = this.store.acquire(claim, owner);
				assertThat(lease).isNotNull();
				leases.add(lease);
			}
			return Optional.of(leases);
		}

	}

}
