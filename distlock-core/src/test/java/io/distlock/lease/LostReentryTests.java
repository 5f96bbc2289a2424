// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LossSource;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A thread that has lost a lock and asks for it again, whenever in between the lock is
 * lost: it enters the lock that it still has, or fails with the loss. It never gets the
 * lock anew, since the code around still believes in the lock that is gone.
 */
@Tag("safety")
class LostReentryTests {

	private static final int READINGS = 40;

	private static final LockRequest KEY = LockRequest.of("key");

	private final GenerousProvider provider = new GenerousProvider();

	private long now = 1_000_000_000;

	private int untilTheEnd;

	private LeaseLockEngine engine() {
		LeaseSettings settings = LeaseSettings.of("lost", "node")
			.withWaitTime(Duration.ZERO)
			.withHandOff(0, Duration.ofMillis(100));
		return new LeaseLockEngine(this.provider, settings, (event) -> {
		}, this::now, new FragileTasks(new VirtualTime()), 1);
	}

	/**
	 * Read the clock, at some reading of which the JVM has stood still for a minute.
	 */
	private long now() {
		if (this.untilTheEnd > 0 && --this.untilTheEnd == 0) {
			this.now += TimeUnit.MINUTES.toNanos(1);
		}
		return this.now;
	}

	static Stream<Arguments> reentries() {
		return Stream.of(Arguments.of(KEY, KEY), Arguments.of(KEY.shared(), KEY.shared()),
				Arguments.of(KEY, KEY.shared()), Arguments.of(KEY.permits(2), KEY.permits(2)));
	}

	@ParameterizedTest
	@MethodSource("reentries")
	void expiredLockIsNotAcquiredAnew(LockRequest first, LockRequest again) {
		Set<Boolean> ends = new HashSet<>();
		for (int reading = 1; reading <= READINGS; reading++) {
			ends.add(isEnteredAgain(first, again, reading));
		}
		assertThat(ends).as("entered again").containsExactlyInAnyOrder(true, false);
	}

	private boolean isEnteredAgain(LockRequest first, LockRequest again, int reading) {
		LeaseLockEngine engine = engine();
		HeldLock outer = engine.acquire(first).orElseThrow();
		this.untilTheEnd = reading;
		try (HeldLock inner = engine.acquire(again).orElseThrow()) {
			assertThat(inner.fencingToken()).as("the token, when the lock expires at reading %d", reading)
				.isEqualTo(outer.fencingToken());
			return true;
		}
		catch (LockLostException ex) {
			return false;
		}
		finally {
			this.untilTheEnd = 0;
			outer.close();
		}
	}

	@Test
	void lockThatIsLostBeforeSeveralAreAskedForIsNotAcquiredAnew() {
		LeaseLockEngine engine = engine();
		HeldLock outer = engine.acquire(KEY).orElseThrow();
		this.provider.losesBeforeGroups = true;
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> engine.acquire(LockRequest.ofAll(List.of("key", "other"))));
		assertThat(engine.heldLeases()).isZero();
		assertThat(engine.waiting()).isZero();
		outer.close();
	}

	/**
	 * A store that grants whatever is asked for.
	 */
	private static final class GenerousProvider implements LockProvider, GroupLockProvider, LossSource {

		private final Collection<LockOwner> granted = new ArrayList<>();

		private @Nullable Consumer<Collection<LockOwner>> listener;

		private boolean losesBeforeGroups;

		private long token;

		@Override
		public String name() {
			return "generous";
		}

		@Override
		public Set<LockMode> modes() {
			return EnumSet.allOf(LockMode.class);
		}

		private Lease grant(LockClaim claim, LockOwner owner) {
			this.token++;
			this.granted.add(owner);
			return Lease.of(claim.key(), owner, claim.leaseTime(), this.token, this.token);
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			return new Contender() {

				@Override
				public Attempt attempt(LockOwner owner) {
					return new Attempt.Granted(grant(claim, owner));
				}

				@Override
				public void close() {
				}

			};
		}

		@Override
		public boolean canGrantTogether(List<LockKey> keys) {
			if (this.losesBeforeGroups && this.listener != null) {
				this.listener.accept(List.copyOf(this.granted));
			}
			return true;
		}

		@Override
		public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
			return Optional.of(claims.stream().map((claim) -> grant(claim, owner)).toList());
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			leases.forEach(outcomes::kept);
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			return new YieldResult.Renewed(grant(claim, lease.owner()));
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			return true;
		}

		@Override
		public void addLossListener(Consumer<Collection<LockOwner>> listener) {
			this.listener = listener;
		}

		@Override
		public void removeLossListener(Consumer<Collection<LockOwner>> listener) {
			this.listener = null;
		}

	}

}
