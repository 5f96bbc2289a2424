// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.YieldResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A request that a client or a proxy sends twice is answered twice as it would be once,
 * and does no harm to those who came in between.
 *
 * @since 0.1.0
 */
@Tag("safety")
public abstract class RepeatedRequestContract extends LockContract {

	private static final int TOKENS = 33;

	@Test
	void releaseThatArrivesTwiceIsAnsweredTwice() {
		LockProvider provider = openProvider();
		Lease lease = hold(provider, key("twice"), PATIENCE, TOKENS);
		assertThat(release(provider, lease)).isTrue();
		assertThat(release(provider, lease)).as("the same release() again, as a client sends it after a reconnect")
			.isTrue();
	}

	@Test
	void releaseThatArrivesAgainLeavesSuccessorUntouched() {
		LockProvider provider = openProvider();
		String key = key("twice-late");
		Lease lease = hold(provider, key, PATIENCE, TOKENS);
		release(provider, lease);
		LockProvider other = openProvider();
		Lease successor = hold(other, key, PATIENCE, TOKENS);
		boolean again = release(provider, lease);
		assertHeld(key);
		assertThat(Renewed.lost(provider, List.of(lease))).containsExactly(lease);
		assertThat(release(other, successor)).as("release() by the successor").isTrue();
		assertThat(again || !store().remembersReleases())
			.as("the same release() again, after another grant: StoreUnderTest.remembersReleases()")
			.isTrue();
	}

	@Test
	void yieldThatArrivesTwiceIsAnsweredTwice() {
		LockProvider provider = openProvider();
		String key = key("yields-twice");
		Lease lease = hold(provider, key, PATIENCE, TOKENS);
		try (Contender other = waiting(openProvider(), key)) {
			assertThat(yieldOrRenew(provider, lease)).isInstanceOf(YieldResult.Yielded.class);
			assertThat(yieldOrRenew(provider, lease)).as("the same yieldOrRenew() again")
				.isInstanceOf(YieldResult.Yielded.class);
			assertThat(release(provider, lease)).as("release() after a yieldOrRenew() whose answer was lost").isTrue();
			assertGranted(other);
		}
	}

	@Test
	void yieldThatArrivesAgainLeavesSuccessorUntouched() {
		LockProvider provider = openProvider();
		String key = key("yields-late");
		Lease lease = hold(provider, key, PATIENCE, TOKENS);
		try (Contender other = waiting(openProvider(), key)) {
			yieldOrRenew(provider, lease);
			assertGranted(other);
			YieldResult again = yieldOrRenew(provider, lease);
			assertHeld(key);
			assertThat(again instanceof YieldResult.Yielded
					|| (again instanceof YieldResult.Lost && !store().remembersReleases()))
				.as("the same yieldOrRenew() again, after another grant: %s", again)
				.isTrue();
		}
	}

	/**
	 * The first of the two has renewed the lease, and its holder works on.
	 */
	@Test
	void yieldThatArrivesAgainTakesNothingFromTheHolder() {
		LockProvider provider = openProvider();
		String key = key("renewed-twice");
		Lease lease = hold(provider, key, PATIENCE, TOKENS);
		Lease renewed = renewed(yieldOrRenew(provider, lease));
		try (Contender other = waiting(openProvider(), key)) {
			Lease again = renewed(yieldOrRenew(provider, lease));
			assertThat(again.lastToken()).as("the tokens of an answer that is given again")
				.isGreaterThanOrEqualTo(renewed.lastToken());
			assertBusy(other);
			assertThat(Renewed.lost(provider, List.of(renewed))).isEmpty();
			assertThat(release(provider, renewed)).isTrue();
			assertGranted(other);
		}
	}

	@Test
	void renewalThatArrivesTwiceKeepsTwice() {
		LockProvider provider = openProvider();
		Lease lease = hold(provider, key("kept-twice"), PATIENCE, TOKENS);
		assertThat(Renewed.lost(provider, List.of(lease))).isEmpty();
		assertThat(Renewed.lost(provider, List.of(lease))).isEmpty();
		assertThat(release(provider, lease)).isTrue();
	}

	@Test
	void renewalAfterReleaseIsRefusedAndBringsNothingBack() {
		LockProvider provider = openProvider();
		String key = key("released-renewal");
		Lease lease = hold(provider, key, PATIENCE, TOKENS);
		release(provider, lease);
		assertThat(Renewed.lost(provider, List.of(lease))).containsExactly(lease);
		assertThat(Renewed.lost(provider, List.of(lease))).containsExactly(lease);
		hold(openProvider(), key, PATIENCE, TOKENS);
	}

	@Test
	void forcedReleaseIsNoReleaseByTheHolder() {
		LockProvider provider = openProvider();
		Assumptions.assumeTrue(provider instanceof ForcedRelease, "The provider is no ForcedRelease");
		Lease lease = hold(provider, key("forced"), PATIENCE, TOKENS);
		assertThat(((ForcedRelease) provider).forceRelease(lease.key())).isPresent();
		for (int i = 0; i < 2; i++) {
			assertThat(yieldOrRenew(provider, lease)).as("yieldOrRenew() after a forced release")
				.isInstanceOf(YieldResult.Lost.class);
			assertThat(release(provider, lease)).as("release() after a forced release").isFalse();
		}
	}

	@Test
	void forcedReleaseDoesNotTakeBackARelease() {
		LockProvider provider = openProvider();
		Assumptions.assumeTrue(provider instanceof ForcedRelease, "The provider is no ForcedRelease");
		Lease lease = hold(provider, key("forced-late"), PATIENCE, TOKENS);
		assertThat(release(provider, lease)).isTrue();
		assertThat(((ForcedRelease) provider).forceRelease(lease.key())).isEmpty();
		assertThat(release(provider, lease)).isTrue();
	}

	@Test
	void ownerWhoseLeaseWasTakenByAnotherHasNothingToRelease() {
		LockProvider provider = openProvider();
		String key = key("expired");
		Lease expired = hold(provider, key, Duration.ofSeconds(1), TOKENS);
		LockProvider other = openProvider();
		Awaitility.await().atMost(PATIENCE).until(() -> isGranted(other, key));
		for (int i = 0; i < 2; i++) {
			assertThat(yieldOrRenew(provider, expired, PATIENCE)).isInstanceOf(YieldResult.Lost.class);
			assertThat(release(provider, expired)).as("release() of a lease that ended, and that another owner took")
				.isFalse();
		}
		assertHeld(key);
	}

	@Test
	void ownerWhoWasNeverGrantedHasNothingToRelease() {
		LockProvider provider = openProvider();
		String key = key("never");
		assertOwnsNothing(provider, key);
		Lease lease = hold(provider, key, PATIENCE, TOKENS);
		assertOwnsNothing(provider, key);
		assertHeld(key);
		assertThat(release(provider, lease)).isTrue();
		assertOwnsNothing(provider, key);
	}

	private void assertOwnsNothing(LockProvider provider, String key) {
		LockOwner stranger = new LockOwner(UUID.randomUUID().toString());
		Lease neverOurs = Lease.of(TestNode.key(key), stranger, PATIENCE, 1, TOKENS);
		for (int i = 0; i < 2; i++) {
			assertThat(provider.release(neverOurs.key(), stranger)).as("release() by an owner that was never granted")
				.isFalse();
			assertThat(yieldOrRenew(provider, neverOurs)).isInstanceOf(YieldResult.Lost.class);
		}
	}

	private boolean release(LockProvider provider, Lease lease) {
		return provider.release(lease.key(), lease.owner(), lease.firstToken());
	}

	private YieldResult yieldOrRenew(LockProvider provider, Lease lease) {
		return yieldOrRenew(provider, lease, lease.duration());
	}

	private YieldResult yieldOrRenew(LockProvider provider, Lease lease, Duration leaseTime) {
		return provider.yieldOrRenew(lease, lease.firstToken(), LockClaim.of(lease.key(), leaseTime, TOKENS, "again"));
	}

	private static Lease renewed(YieldResult answer) {
		assertThat(answer).isInstanceOf(YieldResult.Renewed.class);
		return ((YieldResult.Renewed) answer).lease();
	}

	private boolean isGranted(LockProvider provider, String key) {
		try (Contender contender = provider.contend(claim(key, PATIENCE, TOKENS), () -> {
		})) {
			return firstAnswer(contender, owner()) instanceof Attempt.Granted;
		}
	}

	private void assertHeld(String key) {
		assertThat(isGranted(openProvider(), key)).as("whether the key is free that the successor holds").isFalse();
	}

	private void assertBusy(Contender contender) {
		assertThat(firstAnswer(contender, owner())).isInstanceOf(Attempt.Busy.class);
	}

	private void assertGranted(Contender contender) {
		Awaitility.await()
			.atMost(PATIENCE)
			.pollDelay(Duration.ZERO)
			.until(() -> contender.attempt(owner()) instanceof Attempt.Granted);
	}

}
