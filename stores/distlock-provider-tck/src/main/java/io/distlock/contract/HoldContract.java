// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.Permits;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What contracts of keys that several owners hold share: attempts of owners at a
 * provider.
 *
 * @since 0.1.0
 */
public abstract class HoldContract extends LockContract {

	protected static final Duration LONG = Duration.ofMinutes(5);

	private final LockMode mode;

	HoldContract(LockMode mode) {
		this.mode = mode;
	}

	@BeforeEach
	void skipWhereUnknown() {
		Assumptions.assumeTrue(openProvider().modes().contains(this.mode),
				() -> "The provider does not know the mode " + this.mode);
	}

	/**
	 * As a client sends it after a reconnect.
	 */
	@Test
	void releaseThatArrivesAgainAfterAnotherHolderLeftIsAnsweredAsTheFirst() {
		LockProvider provider = openProvider();
		LockClaim claim = claim(lockKey("left-twice", this.mode), LONG,
				(this.mode == LockMode.PERMIT) ? new Permits(3, 1) : Permits.NONE);
		Lease first = take(provider, claim);
		Lease second = take(provider, claim);
		Lease third = take(provider, claim);
		assertThat(release(provider, first)).isTrue();
		assertThat(release(provider, second)).isTrue();
		assertAnsweredAgain(provider, first);
		assertThat(Renewed.lost(provider, List.of(third))).isEmpty();
		assertThat(release(provider, third)).isTrue();
		assertAnsweredAgain(provider, second);
	}

	private void assertAnsweredAgain(LockProvider provider, Lease lease) {
		assertThat(release(provider, lease) || !store().remembersReleases())
			.as("the same release() again, after one of another holder: StoreUnderTest.remembersReleases()")
			.isTrue();
	}

	private static boolean release(LockProvider provider, Lease lease) {
		return provider.release(lease.key(), lease.owner(), lease.lastToken());
	}

	protected final LockKey lockKey(String name, LockMode mode) {
		return TestNode.key(key(name)).in(mode);
	}

	protected static LockClaim claim(LockKey key, Duration lease) {
		return claim(key, lease, Permits.NONE);
	}

	protected static LockClaim claim(LockKey key, Duration lease, Permits permits) {
		return LockClaim.of(key, lease, 1, "holder").withPermits(permits);
	}

	/**
	 * Ask once.
	 */
	protected static Optional<Lease> ask(LockProvider provider, LockClaim claim) {
		return ask(provider, claim, owner());
	}

	protected static Optional<Lease> ask(LockProvider provider, LockClaim claim, LockOwner owner) {
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			return granted(firstAnswer(contender, owner));
		}
	}

	private static Optional<Lease> granted(Attempt attempt) {
		return (attempt instanceof Attempt.Granted granted) ? Optional.of(granted.lease()) : Optional.empty();
	}

	/**
	 * Take what is free.
	 */
	protected static Lease take(LockProvider provider, LockClaim claim) {
		return ask(provider, claim)
			.orElseThrow(() -> new AssertionError("Busy, and should have been granted: " + claim));
	}

	protected static void assertBusy(LockProvider provider, LockClaim claim) {
		assertThat(ask(provider, claim)).as("what was granted of %s", claim).isEmpty();
	}

	/**
	 * Renew what is held, each lease by the provider that it is of.
	 * @return what is lost
	 */
	protected static List<Lease> lost(List<Held> held) {
		return held.stream().flatMap((each) -> Renewed.lost(each.provider(), List.of(each.lease())).stream()).toList();
	}

	/**
	 * Ask until it is granted, as one who waits.
	 */
	protected static Lease await(Contender contender) {
		return Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> granted(contender.attempt(owner())), Optional::isPresent)
			.orElseThrow();
	}

	/**
	 * Wait in the store for what is busy.
	 */
	protected static Contender waiting(LockProvider provider, LockClaim claim) {
		Contender contender = provider.contend(claim, () -> {
		});
		for (int i = 0; i < 3; i++) {
			assertThat(firstAnswer(contender, owner())).as("an attempt of %s, which is busy", claim)
				.isInstanceOf(Attempt.Busy.class);
		}
		return contender;
	}

	/**
	 * Wait for a condition that others cause.
	 */
	protected static void until(Callable<Boolean> condition) {
		Awaitility.await().atMost(PATIENCE).until(condition);
	}

	/**
	 * What a provider holds: another one of the same store may know nothing of it.
	 *
	 * @param provider the provider
	 * @param lease the lease
	 */
	protected record Held(LockProvider provider, Lease lease) {

	}

}
