// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;

import io.distlock.testserver.redis.RedisConsole;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the scripts decide of one lock, in the order in which requests may reach the
 * server. {@link QueueScriptTests} has what concerns nodes that wait.
 */
@Tag("timing")
class LockScriptTests {

	private static final Duration SHORT = Duration.ofMillis(50);

	private final ScriptConsole lock = new ScriptConsole(false);

	@AfterEach
	void disconnect() {
		this.lock.close();
	}

	@Test
	void freeLockIsGrantedWithABlockOfTokens() {
		long before = this.lock.serverMicros();
		long last = granted(this.lock.acquire("a", 33));
		assertThat(last).isBetween(before + 32, this.lock.serverMicros() + 32);
		assertThat(this.lock.record()).isEqualTo("%d %d a - 20000 60000 the node".formatted(last, last - 32));
		assertThat(this.lock.timeToLive()).isBetween(60_000L, 80_000L);
	}

	@Test
	void lockIsOneKeyThatStaysForTheRetention() {
		long last = granted(this.lock.acquire("a", 33));
		long released = this.lock.serverMicros();
		this.lock.release("a", last - 30);
		assertThat(this.lock.record()).isEqualTo("%d %d =a".formatted(last - 30, last - 32));
		long left = this.lock.timeToLive();
		long elapsed = (this.lock.serverMicros() - released) / 1000 + 1;
		assertThat(left + elapsed).isBetween(60_000L, 80_000L);
		assertThat((List<?>) this.lock.send("KEYS", this.lock.keys.lock() + "*")).hasSize(1);
	}

	@Test
	void sameAttemptSentTwiceGetsTheSameToken() {
		assertThat(this.lock.acquire("a", 1)).isEqualTo(this.lock.acquire("a", 1));
	}

	@Test
	void heldLockIsBusyUntilItsLeaseEnds() {
		long last = granted(this.lock.acquire("a", 33, Duration.ofMillis(300)));
		List<Object> busy = this.lock.acquire("b", 1);
		assertThat(busy.get(0)).isEqualTo(0L);
		assertThat((long) busy.get(1)).isBetween(1L, 300L);
		Awaitility.await().until(() -> (long) this.lock.acquire("b", 1).get(0) > 2);
		assertThat(this.lock.record()).matches("(\\d+) \\1 b .*");
		assertThat(granted(this.lock.acquire("b", 1))).isGreaterThan(last);
	}

	@Test
	void tokensRiseThoughTheLastOneIsAheadOfTheClock() {
		long ahead = this.lock.serverMicros() + 3_600_000_000L;
		this.lock.send("SET", this.lock.keys.lock(), "%d %d =x".formatted(ahead, ahead), "PX", 60_000);
		assertThat(this.lock.acquire("a", 5)).containsExactly(ahead + 5);
		assertThat(this.lock.record()).startsWith("%d %d a".formatted(ahead + 5, ahead));
	}

	@Test
	void tokensRiseThoughTheRecordIsLost() {
		long last = granted(this.lock.acquire("a", 100));
		this.lock.send("DEL", this.lock.keys.lock());
		assertThat(granted(this.lock.acquire("b", 100))).isGreaterThan(last);
	}

	@Test
	void lostTimeToLiveIsRepaired() {
		this.lock.acquire("a", 1);
		this.lock.send("PERSIST", this.lock.keys.lock());
		assertThat(this.lock.acquire("b", 1).get(1)).isEqualTo(20_000L);
		assertThat(this.lock.timeToLive()).isBetween(60_000L, 80_000L);
		this.lock.send("PEXPIRE", this.lock.keys.lock(), 3_600_000);
		assertThat(this.lock.acquire("b", 1).get(1)).isEqualTo(20_000L);
		assertThat(this.lock.timeToLive()).isBetween(60_000L, 80_000L);
	}

	@Test
	void foreignReleaseLeavesTheHolderUntouched() {
		this.lock.acquire("a", 1);
		assertThat(this.lock.release("b", 0)).containsExactly(0L);
		assertThat(this.lock.record()).matches("\\d+ \\d+ a -;!b@\\d+ 20000 60000 the node");
		assertThat(this.lock.renew("a")).isEmpty();
		assertThat(this.lock.release("a", 0)).containsExactly(1L);
		assertThat(this.lock.record()).matches("\\d+ \\d+ =a -;!b@\\d+");
	}

	@Test
	void withdrawnAttemptThatArrivesLateIsRefused() {
		assertThat(this.lock.release("late", 0)).containsExactly(0L);
		assertThat(this.lock.timeToLive()).isBetween(15_000L, 60_000L);
		assertThat(this.lock.acquire("late", 1)).containsExactly(2L);
		granted(this.lock.acquire("other", 1));
		assertThat(this.lock.acquire("late", 1)).containsExactly(2L);
		this.lock.release("other", 0);
		assertThat(this.lock.acquire("late", 1)).containsExactly(2L);
	}

	@Test
	void attemptThatIsWithdrawnAgainIsRememberedOnce() {
		this.lock.release("late", 0);
		this.lock.release("later", 0);
		this.lock.release("late", 0);
		assertThat(this.lock.record()).containsOnlyOnce(";!late@").containsOnlyOnce(";!later@");
		granted(this.lock.acquire("other", 1));
		this.lock.release("late", 0);
		assertThat(this.lock.record()).containsOnlyOnce(";!late@").containsOnlyOnce(";!later@");
		assertThat(this.lock.acquire("late", 1)).containsExactly(2L);
	}

	@Test
	void withdrawnAttemptIsForgottenWhenItCanComeNoMore() {
		this.lock.release("late", 0);
		String past = this.lock.record().replaceAll("@\\d+", "@1");
		this.lock.send("SET", this.lock.keys.lock(), past, "KEEPTTL");
		granted(this.lock.acquire("a", 1));
		assertThat(this.lock.record()).contains(" a - ");
	}

	@Test
	void foreignRenewalIsRefused() {
		this.lock.acquire("a", 1);
		this.lock.send("PEXPIRE", this.lock.keys.lock(), 61_000);
		assertThat(this.lock.renew("b")).containsExactly(0L);
		assertThat(this.lock.timeToLive()).isLessThan(62_000L);
		assertThat(this.lock.renew("a")).isEmpty();
		assertThat(this.lock.timeToLive()).isGreaterThan(62_000L);
	}

	@Test
	void leaseThatRanOutIsRenewedIfTheLockWasNotGrantedSince() throws Exception {
		granted(this.lock.acquire("a", 1, SHORT));
		Thread.sleep(2 * SHORT.toMillis());
		assertThat(this.lock.describe(this.lock.keys.lock())).isEmpty();
		assertThat(this.lock.renew("a")).isEmpty();
		assertThat(this.lock.acquire("b", 1).get(0)).isEqualTo(0L);
	}

	@Test
	void leaseThatRanOutIsLostIfTheLockWasGrantedSince() throws Exception {
		long last = granted(this.lock.acquire("a", 1, SHORT));
		Thread.sleep(2 * SHORT.toMillis());
		granted(this.lock.acquire("b", 1));
		for (int i = 0; i < 2; i++) {
			assertThat(this.lock.renew("a")).containsExactly(0L);
			assertThat(this.lock.release("a", last)).containsExactly(0L);
			assertThat(this.lock.yieldOrRenew("a", last, last, 1)).containsExactly(0L, 0L);
			this.lock.release("b", 0);
		}
	}

	@Test
	void nothingIsBroughtBackThatTheServerHasForgotten() {
		long last = granted(this.lock.acquire("a", 1));
		this.lock.send("DEL", this.lock.keys.lock());
		assertThat(this.lock.renew("a")).containsExactly(0L);
		granted(this.lock.acquire("b", 1));
		this.lock.release("b", 0);
		assertThat(this.lock.release("a", last)).containsExactly(0L);
		assertThat(this.lock.yieldOrRenew("a", last, last, 1)).containsExactly(0L, 0L);
	}

	@Test
	void renewalThatAReleaseOvertookDoesNotReviveTheLock() {
		this.lock.acquire("a", 1);
		this.lock.release("a", 0);
		assertThat(this.lock.renew("a")).containsExactly(0L);
		this.lock.release("late", 0);
		assertThat(this.lock.renew("a")).containsExactly(0L);
		granted(this.lock.acquire("b", 1));
	}

	@Test
	void attemptThatComesAgainAfterItsReleaseIsRefused() {
		this.lock.acquire("a", 1);
		this.lock.release("a", 0);
		assertThat(this.lock.acquire("a", 1)).containsExactly(2L);
		this.lock.release("late", 0);
		assertThat(this.lock.acquire("a", 1)).containsExactly(2L);
	}

	@Test
	void secondReleaseHasTheAnswerOfTheFirstHoweverManyOthersCame() {
		long last = granted(this.lock.acquire("a", 10));
		assertThat(this.lock.release("a", last - 5)).containsExactly(1L);
		assertThat(this.lock.release("a", last - 5)).containsExactly(1L);
		for (int i = 0; i < 20; i++) {
			granted(this.lock.acquire("b" + i, 10));
			assertThat(this.lock.release("a", last - 5)).containsExactly(1L);
			this.lock.release("b" + i, 0);
		}
		assertThat(this.lock.release("a", last - 5)).containsExactly(1L);
	}

	@Test
	void forcedReleaseIsNoReleaseByTheHolder() {
		long last = granted(this.lock.acquire("a", 1));
		List<Object> ended = this.lock.forceRelease();
		assertThat(ended.get(0)).isEqualTo(1L);
		assertThat(ended.get(1).toString()).startsWith(last + " ");
		assertThat((long) ended.get(2)).isBetween(1L, 20_000L);
		for (int i = 0; i < 2; i++) {
			assertThat(this.lock.forceRelease()).containsExactly(2L);
			assertThat(this.lock.release("a", last)).containsExactly(0L);
			assertThat(this.lock.yieldOrRenew("a", last, last, 1)).containsExactly(0L, 0L);
			assertThat(this.lock.renew("a")).containsExactly(0L);
		}
		assertThat(granted(this.lock.acquire("b", 1))).isGreaterThan(last + 1);
	}

	@Test
	void forcedReleaseOfALeaseThatRanOutKeepsItFromComingBack() throws Exception {
		granted(this.lock.acquire("a", 1, SHORT));
		Thread.sleep(2 * SHORT.toMillis());
		assertThat(this.lock.forceRelease()).startsWith(2L).endsWith(0L, 0L);
		assertThat(this.lock.forceRelease()).containsExactly(2L);
		assertThat(this.lock.renew("a")).containsExactly(0L);
	}

	@Test
	void lateCopyOfAnAcquireBringsNoLostLeaseBack() {
		long last = granted(this.lock.acquire("a", 1));
		this.lock.forceRelease();
		granted(this.lock.acquire("b", 1));
		this.lock.release("b", 0);
		granted(this.lock.acquire("a", 1));
		assertThat(this.lock.renew("a", last)).containsExactly(0L);
	}

	@Test
	void serverThatRefusesToReadLosesNoLease() {
		granted(this.lock.acquire("a", 1));
		this.lock.send("ACL", "SETUSER", "blind", "on", "nopass", "~*", "+@all", "-get");
		this.lock.send("AUTH", "blind", "");
		assertThatExceptionOfType(RedisConsole.ErrorReply.class).isThrownBy(() -> this.lock.renew("a"));
		this.lock.send("AUTH", "default", "");
		this.lock.send("ACL", "DELUSER", "blind");
	}

	@Test
	void forcedReleaseOfALockThatIsNotKnownDoesNothing() {
		assertThat(this.lock.forceRelease()).containsExactly(0L);
		assertThat(this.lock.record()).isEqualTo("null");
	}

	@Test
	void yieldThatComesAgainAfterItHasRenewedDoesNotRelease() {
		long last = granted(this.lock.acquire("a", 5));
		List<Object> renewed = this.lock.yieldOrRenew("a", last, last - 3, 5);
		assertThat(renewed.get(0)).isEqualTo(1L);
		assertThat((long) renewed.get(1)).isGreaterThanOrEqualTo(last + 2);
		this.lock.await("b", "-", 0);
		assertThat(this.lock.yieldOrRenew("a", last, last - 3, 5)).isEqualTo(renewed);
		assertThat(this.lock.acquire("b", 1).get(0)).isEqualTo(0L);
	}

	@ParameterizedTest
	@ValueSource(strings = { "something", "12345", "1795360721694764", "1795360721694764 1795360719257769",
			"1795360721694764 30000 someone the node on which it runs",
			"1795360721694764 1795360719257769 without the sign" })
	void keyOfSomethingElseIsRefusedAndLeftAlone(String value) {
		this.lock.send("SET", this.lock.keys.lock(), value);
		assertRefused(() -> this.lock.acquire("a", 1));
		assertRefused(() -> this.lock.await("a", "-", 0));
		assertRefused(() -> this.lock.release("a", 0));
		assertRefused(() -> this.lock.yieldOrRenew("a", 7, 7, 1));
		assertRefused(this.lock::forceRelease);
		assertThat(this.lock.renew("a")).containsExactly(0L);
		assertThat(this.lock.describe(this.lock.keys.lock())).isEmpty();
		assertThat(this.lock.record()).isEqualTo(value);
		this.lock.send("DEL", this.lock.keys.lock());
	}

	@Test
	void keyOfAnotherTypeIsRefusedAndSpoilsNothingElse() {
		String foreign = this.lock.keys.lock() + "-foreign";
		this.lock.send("RPUSH", foreign, "x");
		granted(this.lock.acquire("a", 1));
		assertThat(this.lock.describe(foreign, this.lock.keys.lock())).hasSize(3).startsWith(1L);
		this.lock.send("RPUSH", this.lock.keys.queue(), "x");
		this.lock.send("DEL", foreign, this.lock.keys.queue(), this.lock.keys.lock());
		this.lock.send("HSET", this.lock.keys.lock(), "a", "b");
		assertRefused(() -> this.lock.acquire("a", 1));
		assertRefused(() -> this.lock.release("a", 0));
		assertThat(this.lock.send("HGET", this.lock.keys.lock(), "a")).isEqualTo("b");
		this.lock.send("DEL", this.lock.keys.lock());
	}

	static long granted(List<Object> reply) {
		assertThat(reply).as("what an attempt returned").hasSize(1);
		assertThat((long) reply.get(0)).as("what an attempt returned").isGreaterThan(2);
		return (long) reply.get(0);
	}

	private static void assertRefused(Runnable request) {
		assertThatExceptionOfType(RedisConsole.ErrorReply.class).isThrownBy(request::run)
			.withMessageContaining("WRONGTYPE");
	}

}
