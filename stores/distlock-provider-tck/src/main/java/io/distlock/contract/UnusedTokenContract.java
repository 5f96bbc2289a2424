// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockProvider;
import io.distlock.provider.YieldResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tokens that a holder did not use go back to the store, so that large blocks do not let
 * the tokens run ahead of the store's clock, from which a key begins anew after a loss of
 * data. The blocks of these tests reach so far ahead that the clock does not catch up.
 *
 * @since 0.1.0
 */
@Tag("safety")
public abstract class UnusedTokenContract extends LockContract {

	private static final int LARGE = 1_000_000_000;

	private static final int SECOND = 1_000_000;

	@BeforeEach
	void skipWithoutFencingTokens() {
		assumeFencingTokens();
	}

	@Test
	void releaseGoesBackToTheLastTokenThatWasUsed() {
		LockProvider provider = openProvider();
		String key = key("released");
		Lease lease = hold(provider, key, PATIENCE, LARGE);
		assertThat(provider.release(lease.key(), lease.owner(), half(lease))).isTrue();
		assertFollows(half(lease), hold(openProvider(), key, PATIENCE, LARGE));
	}

	@Test
	void releaseThatDoesNotKnowWhatWasUsedCountsTheWholeBlock() {
		LockProvider provider = openProvider();
		String key = key("unknown-use");
		Lease lease = hold(provider, key, PATIENCE, LARGE);
		assertThat(provider.release(lease.key(), lease.owner(), 0)).isTrue();
		assertThat(hold(openProvider(), key, PATIENCE, LARGE).firstToken())
			.as("a token that may have been used: lastToken 0 says that nothing is known")
			.isGreaterThan(lease.lastToken());
	}

	@Test
	void releaseOfAllTokensGoesBackToNone() {
		LockProvider provider = openProvider();
		String key = key("all-used");
		Lease lease = hold(provider, key, PATIENCE, LARGE);
		assertThat(provider.release(lease.key(), lease.owner(), lease.lastToken())).isTrue();
		assertThat(hold(openProvider(), key, PATIENCE, LARGE).firstToken()).isGreaterThan(lease.lastToken());
	}

	/**
	 * Withdrawn by a release that knows nothing, after which a late one has less to
	 * report.
	 */
	@Test
	void releaseThatComesAfterAnotherTakesNoTokensBack() {
		LockProvider provider = openProvider();
		String key = key("second-release");
		Lease lease = hold(provider, key, PATIENCE, LARGE);
		provider.release(lease.key(), lease.owner(), 0);
		provider.release(lease.key(), lease.owner(), lease.firstToken());
		LockProvider other = openProvider();
		Lease next = hold(other, key, PATIENCE, LARGE);
		assertThat(next.firstToken()).isGreaterThan(lease.lastToken());
		provider.release(lease.key(), lease.owner(), lease.firstToken());
		other.release(next.key(), next.owner(), next.firstToken());
		assertThat(hold(openProvider(), key, PATIENCE, LARGE).firstToken()).isGreaterThan(next.firstToken());
	}

	@Test
	void renewalBesideLocalWaitersGoesBackToTheLastTokenThatWasUsed() {
		LockProvider provider = openProvider();
		String key = key("renewed");
		Lease lease = hold(provider, key, PATIENCE, LARGE);
		Lease renewed = renewed(provider, lease, half(lease));
		assertFollows(half(lease), renewed);
		Lease again = renewed(provider, renewed, half(renewed));
		assertFollows(half(renewed), again);
		assertThat(provider.release(again.key(), again.owner(), half(again))).isTrue();
		assertFollows(half(again), hold(openProvider(), key, PATIENCE, LARGE));
	}

	@Test
	void renewalThatDoesNotKnowWhatWasUsedCountsTheWholeBlock() {
		LockProvider provider = openProvider();
		Lease lease = hold(provider, key("renewed-unknown"), PATIENCE, LARGE / 10);
		YieldResult answer = provider.yieldOrRenew(lease, 0, claim(lease.key().name(), PATIENCE, LARGE / 10));
		if (answer instanceof YieldResult.Renewed renewed) {
			assertThat(renewed.lease().firstToken()).isGreaterThan(lease.lastToken());
		}
	}

	@Test
	void yieldGoesBackToTheLastTokenThatWasUsed() {
		LockProvider provider = openProvider();
		String key = key("yielded");
		Lease lease = hold(provider, key, PATIENCE, LARGE);
		try (Contender other = waiting(openProvider(), key)) {
			assertThat(provider.yieldOrRenew(lease, half(lease), claim(key, PATIENCE, LARGE)))
				.isInstanceOf(YieldResult.Yielded.class);
		}
		assertFollows(half(lease), holdSoon(openProvider(), key, PATIENCE, LARGE));
	}

	/**
	 * The second of two equal requests may come when the holder has used more.
	 */
	@Test
	void renewalThatArrivesAgainTakesNoTokenFromTheHolder() {
		LockProvider provider = openProvider();
		String key = key("renewed-again");
		Lease lease = hold(provider, key, PATIENCE, LARGE);
		Lease renewed = renewed(provider, lease, lease.firstToken());
		renewed(provider, lease, lease.firstToken());
		renewed(provider, lease, lease.firstToken());
		assertThat(provider.release(renewed.key(), renewed.owner(), 0)).isTrue();
		assertThat(hold(openProvider(), key, PATIENCE, LARGE).firstToken()).isGreaterThan(renewed.lastToken());
	}

	@Test
	void renewalOfAReleasedLeaseBringsNothingBackWhereTokensWentBack() {
		LockProvider provider = openProvider();
		String key = key("late-renewal");
		Lease lease = hold(provider, key, PATIENCE, LARGE);
		provider.release(lease.key(), lease.owner(), lease.firstToken());
		assertThat(Renewed.lost(provider, List.of(lease))).containsExactly(lease);
		Lease next = hold(provider, key, PATIENCE, LARGE);
		assertThat(Renewed.lost(provider, List.of(lease, next))).containsExactly(lease);
		assertThat(next.firstToken()).isGreaterThan(lease.firstToken());
	}

	@Test
	void leaseThatEndedCountsTheWholeBlock() {
		String key = key("expired");
		Lease expired = hold(openProvider(), key, Duration.ofMillis(100), LARGE);
		LockProvider provider = openProvider();
		AtomicReference<Lease> next = new AtomicReference<>();
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> next.set(hold(provider, key, PATIENCE, LARGE)));
		assertThat(next.get().firstToken()).isGreaterThan(expired.lastToken());
	}

	@Test
	void shortCyclesWithLargeBlocksDoNotRunAheadOfTheClock() {
		Assumptions.assumeTrue(store().grantsUnusedTokensAgain(), "The store counts tokens in its own way");
		LockProvider provider = openProvider();
		String key = key("cycles");
		long start = System.nanoTime();
		Lease first = cycle(provider, key);
		Lease last = first;
		for (int i = 0; i < 100; i++) {
			Lease next = cycle(provider, key);
			assertThat(next.firstToken()).isGreaterThan(last.firstToken());
			last = next;
		}
		long elapsed = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
		assertThat(last.firstToken() - first.firstToken())
			.as("by how much the tokens rose in a hundred cycles of %d µs in all", elapsed)
			.isLessThan(elapsed + SECOND);
	}

	private Lease cycle(LockProvider provider, String key) {
		Lease lease = hold(provider, key, PATIENCE, SECOND);
		assertThat(provider.release(lease.key(), lease.owner(), lease.firstToken())).isTrue();
		return lease;
	}

	private Lease renewed(LockProvider provider, Lease lease, long lastToken) {
		YieldResult answer = provider.yieldOrRenew(lease, lastToken, claim(lease.key().name(), PATIENCE, LARGE));
		assertThat(answer).as("yieldOrRenew() of a lock that no other node waits for")
			.isInstanceOf(YieldResult.Renewed.class);
		return ((YieldResult.Renewed) answer).lease();
	}

	private static long half(Lease lease) {
		return lease.firstToken() + (lease.lastToken() - lease.firstToken()) / 2;
	}

	private void assertFollows(long lastToken, Lease next) {
		assertThat(next.firstToken()).as("a token that was used").isGreaterThan(lastToken);
		if (store().grantsUnusedTokensAgain()) {
			assertThat(next.firstToken()).as("the token after the last one used: first = max(last + 1, clock)")
				.isEqualTo(lastToken + 1);
		}
	}

}
