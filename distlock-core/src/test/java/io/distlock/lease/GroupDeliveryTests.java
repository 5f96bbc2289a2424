// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
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
 * How several keys come to the user where the store can grant them in one step, or cannot
 * say whether it can. On virtual time.
 */
@Tag("safety")
class GroupDeliveryTests {

	private static final Duration ROUNDING = Duration.ofMillis(100);

	private static final Duration WAIT = Duration.ofSeconds(1);

	private static final LockRequest BOTH = LockRequest.ofAll(List.of("a", "b")).waitTime(WAIT);

	private final VirtualTime time = new VirtualTime();

	private final FragileTasks tasks = new FragileTasks(this.time);

	private final ModelStore store = new ModelStore(this.time, true);

	private final GroupStore provider = new GroupStore(this.store);

	private final LeaseLockEngine engine = engine("node");

	private LeaseLockEngine engine(String node) {
		LeaseSettings settings = LeaseSettings.of("group", node)
			.withWaitTime(Duration.ZERO)
			.withHandOff(0, Duration.ofMillis(100));
		return new LeaseLockEngine(this.provider, settings, (event) -> {
		}, this.time, this.tasks, 1);
	}

	private CompletableFuture<HeldLock> ask(LockRequest request) {
		return this.engine.acquireAsync(request).toCompletableFuture();
	}

	private void pass(Duration duration) {
		this.time.sleep(duration.toNanos());
	}

	@Test
	void asynchronousRequestTakesKeysOneAfterTheOther() {
		CompletableFuture<HeldLock> asked = ask(BOTH);
		pass(ROUNDING);
		assertThat(asked).isCompleted();
		assertThat(this.provider.grants).isZero();
		assertThat(this.store.isHeld(new LockKey("group", "a")) && this.store.isHeld(new LockKey("group", "b")))
			.isTrue();
		asked.join().close();
		assertThat(this.engine.heldLeases()).isZero();
	}

	@Test
	void callingThreadTakesKeysInOneStep() {
		assertThat(this.engine.acquire(BOTH)).isPresent();
		assertThat(this.provider.grants).isOne();
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
