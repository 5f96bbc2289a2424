/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import io.distlock.redis.transport.LockScript;
import io.distlock.redis.wakeup.NotificationMode;
import io.distlock.testserver.RedisConsole;
import io.distlock.testserver.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the scripts decide, in the order in which requests may reach the server.
 */
@Tag("timing")
class LockScriptTests {

	private static final String LEASE = "20000";

	private static final String RETENTION = "60000";

	private final RedisConsole console = RedisServer.shared().console();

	private final RedisKeys keys = RedisKeys.ofLock("distlock:{scripts:%s}".formatted(UUID.randomUUID()));

	@AfterEach
	void disconnect() {
		this.console.close();
	}

	@Test
	void freeLockIsGrantedWithABlockOfTokens() {
		long before = serverMicros();
		List<Object> granted = acquire("a", "33");
		assertThat(granted.get(0)).isEqualTo(1L);
		assertThat((long) granted.get(1)).isBetween(before + 32, serverMicros() + 32);
		assertThat(send("GET", this.keys.lock())).isEqualTo("%d 20000 a the node".formatted((long) granted.get(1)));
		assertThat(send("GET", this.keys.fence())).isEqualTo("%d a".formatted((long) granted.get(1)));
		assertThat((long) send("PTTL", this.keys.fence())).isPositive();
	}

	@Test
	void sameAttemptSentTwiceGetsTheSameToken() {
		assertThat(acquire("a", "1")).isEqualTo(acquire("a", "1"));
	}

	@Test
	void heldLockIsBusyAndOnlyAWaiterIsMarked() {
		acquire("a", "1");
		assertThat(acquire("b", "1").get(0)).isEqualTo(0L);
		assertThat(send("EXISTS", this.keys.waiters())).isEqualTo(0L);
		assertThat((long) waiting("b").get(1)).isBetween(1L, 20_000L);
		assertThat((long) send("PTTL", this.keys.waiters())).isBetween(1L, 6000L);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void waitersAreToldInEveryWayThatTheyHear(boolean release) {
		acquire("a", "1");
		waiting("b", NotificationMode.SHARDED);
		waiting("c", NotificationMode.NOTHING);
		waiting("d", NotificationMode.PLAIN);
		waiting("b", NotificationMode.SHARDED);
		assertThat(send("GET", this.keys.waiters())).isEqualTo("s-p");
		send("CONFIG", "RESETSTAT");
		leave("a", release);
		assertThat(List.of(calls("publish"), calls("spublish"))).containsExactly(1L, 1L);
		assertThat(send("EXISTS", this.keys.waiters())).isEqualTo(0L);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void onlyThoseWhoHearAreTold(boolean release) {
		acquire("a", "1");
		waiting("b", NotificationMode.SHARDED);
		send("CONFIG", "RESETSTAT");
		leave("a", release);
		assertThat(List.of(calls("publish"), calls("spublish"))).containsExactly(0L, 1L);
		acquire("c", "1");
		waiting("d", NotificationMode.NOTHING);
		leave("c", release);
		acquire("e", "1");
		leave("e", true);
		assertThat(List.of(calls("publish"), calls("spublish"))).containsExactly(0L, 1L);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void markThatSaysNothingIsOfANodeThatHearsPlainMessages(boolean release) {
		acquire("a", "1");
		send("SET", this.keys.waiters(), "", "PX", "6000");
		send("CONFIG", "RESETSTAT");
		leave("a", release);
		acquire("b", "1");
		send("SET", this.keys.waiters(), "", "PX", "6000");
		waiting("c", NotificationMode.SHARDED);
		leave("b", release);
		assertThat(List.of(calls("publish"), calls("spublish"))).containsExactly(2L, 1L);
	}

	@Test
	void tokensRiseThoughTheFenceIsAheadOfTheClock() {
		long ahead = serverMicros() + 3_600_000_000L;
		send("SET", this.keys.fence(), ahead, "PX", RETENTION);
		assertThat(acquire("a", "5").get(1)).isEqualTo(ahead + 5);
	}

	@Test
	void tokensRiseThoughTheFenceIsLost() {
		long first = (long) acquire("a", "100").get(1);
		send("DEL", this.keys.lock(), this.keys.fence());
		assertThat((long) acquire("b", "100").get(1) - 99).isGreaterThan(first - 99);
		send("SET", this.keys.fence(), "nonsense");
		release("b");
		assertThat((long) acquire("c", "1").get(1)).isGreaterThan(first);
	}

	@Test
	void lostTimeToLiveIsRepaired() {
		acquire("a", "1");
		send("PERSIST", this.keys.lock());
		assertThat(acquire("b", "1").get(1)).isEqualTo(20_000L);
		assertThat((long) send("PTTL", this.keys.lock())).isBetween(1L, 20_000L);
		send("PEXPIRE", this.keys.lock(), 3_600_000);
		assertThat(acquire("b", "1").get(1)).isEqualTo(20_000L);
		assertThat((long) send("PTTL", this.keys.lock())).isBetween(1L, 20_000L);
	}

	@Test
	void foreignReleaseLeavesTheHolderUntouched() {
		acquire("a", "1");
		Object before = send("GET", this.keys.lock());
		assertThat(release("b")).containsExactly(0L);
		assertThat(send("GET", this.keys.lock())).isEqualTo(before);
		assertThat(release("a")).containsExactly(1L);
		assertThat(send("EXISTS", this.keys.lock())).isEqualTo(0L);
	}

	@Test
	void releaseLeavesNothingWithoutATimeToLive() {
		acquire("a", "1");
		waiting("b");
		release("a");
		assertThat(send("EXISTS", this.keys.lock(), this.keys.waiters())).isEqualTo(0L);
		assertThat((long) send("PTTL", ended("a"))).isBetween(1L, 15_000L);
		assertThat((long) send("PTTL", this.keys.fence())).isBetween(1L, 60_000L);
		acquire("b", "1");
		send("DEL", this.keys.fence());
		release("b");
		assertThat((long) send("PTTL", this.keys.fence())).isBetween(1L, 60_000L);
	}

	@Test
	void withdrawnAttemptThatArrivesLateIsRefused() {
		assertThat(release("late")).containsExactly(0L);
		assertThat((long) send("PTTL", ended("late"))).isBetween(1L, 15_000L);
		assertThat(acquire("late", "1").get(0)).isEqualTo(2L);
		assertThat(acquire("other", "1").get(0)).isEqualTo(1L);
	}

	@Test
	void foreignRenewalIsRefused() {
		long token = (long) acquire("a", "1").get(1);
		assertThat(renew("b", token)).containsExactly(0L);
		send("PEXPIRE", this.keys.lock(), 1000);
		assertThat(renew("a", token)).isEmpty();
		assertThat((long) send("PTTL", this.keys.lock())).isGreaterThan(1000L);
	}

	@Test
	void lockThatIsGoneIsRevivedIfNobodyCameInBetween() {
		long token = (long) acquire("a", "1").get(1);
		Object value = send("GET", this.keys.lock());
		send("DEL", this.keys.lock());
		assertThat(renew("a", token)).isEmpty();
		assertThat(send("GET", this.keys.lock())).isEqualTo(value);
		assertThat((long) send("PTTL", this.keys.lock())).isBetween(1L, 20_000L);
	}

	@Test
	void lockThatSomebodyHadInBetweenIsNotRevived() {
		long token = (long) acquire("a", "1").get(1);
		send("DEL", this.keys.lock());
		acquire("b", "1");
		release("b");
		assertThat(renew("a", token)).containsExactly(0L);
		assertThat(send("EXISTS", this.keys.lock())).isEqualTo(0L);
	}

	@Test
	void renewalThatAReleaseOvertookDoesNotReviveTheLock() {
		long token = (long) acquire("a", "1").get(1);
		release("a");
		assertThat(renew("a", token)).containsExactly(0L);
		token = (long) acquire("b", "1").get(1);
		send("DEL", this.keys.lock());
		release("b");
		assertThat(renew("b", token)).containsExactly(0L);
		assertThat(send("EXISTS", this.keys.lock())).isEqualTo(0L);
	}

	@Test
	void attemptThatIsWithdrawnLeavesTheLockOfAnotherToBeRevived() {
		long token = (long) acquire("a", "1").get(1);
		send("DEL", this.keys.lock());
		release("b");
		assertThat(renew("a", token)).isEmpty();
	}

	@Test
	void attemptThatComesAgainAfterItsReleaseIsRefused() {
		acquire("a", "1");
		release("a");
		assertThat(acquire("a", "1").get(0)).isEqualTo(2L);
		assertThat(send("EXISTS", this.keys.lock())).isEqualTo(0L);
	}

	@Test
	void yieldThatComesAgainAfterItHasRenewedDoesNotRelease() {
		String last = acquire("a", "5").get(1).toString();
		List<Object> renewed = yieldOrRenew("a", "5", last);
		waiting("b");
		assertThat(yieldOrRenew("a", "5", last)).isEqualTo(renewed);
		assertThat(acquire("b", "1").get(0)).isEqualTo(0L);
	}

	@Test
	void oneForeignKeyDoesNotSpoilTheOtherRenewals() {
		long token = (long) acquire("a", "1").get(1);
		String foreign = this.keys.lock() + "-foreign";
		send("RPUSH", foreign, "x");
		send("PEXPIRE", this.keys.lock(), 1000);
		assertThat(
				run(LockScript.load("renew"), List.of(foreign, foreign + ":fence", this.keys.lock(), this.keys.fence()),
						List.of("the node", "x", LEASE, "1", "a", LEASE, token)))
			.containsExactly(0L);
		assertThat((long) send("PTTL", this.keys.lock())).isGreaterThan(1000L);
		assertThat(send("TYPE", foreign)).isEqualTo("list");
		send("DEL", foreign);
	}

	@Test
	void yieldRenewsWithNewTokensWhileNobodyWaits() {
		long token = (long) acquire("a", "33").get(1);
		List<Object> renewed = yieldOrRenew("a", "33");
		assertThat(renewed.get(0)).isEqualTo(1L);
		assertThat((long) renewed.get(1)).isGreaterThanOrEqualTo(token + 33);
		assertThat(renew("a", token)).isEmpty();
	}

	@Test
	void yieldReleasesAndPublishesWhenSomebodyWaits() {
		long token = (long) acquire("a", "1").get(1);
		waiting("b");
		try (RedisConsole listener = RedisServer.shared().console()) {
			listener.send("SUBSCRIBE", this.keys.channel());
			assertThat(yieldOrRenew("a", "1").get(0)).isEqualTo(2L);
			assertThat((List<?>) listener.send("PING")).first().isEqualTo("message");
		}
		assertThat(renew("a", token)).containsExactly(0L);
		assertThat(yieldOrRenew("a", "1").get(0)).isEqualTo(2L);
		send("DEL", ended("a"));
		assertThat(yieldOrRenew("a", "1").get(0)).isEqualTo(0L);
		assertThat((long) acquire("b", "1").get(1)).isGreaterThan(token);
	}

	@Test
	void keyOfSomethingElseIsRefusedAndLeftAlone() {
		send("HSET", this.keys.lock(), "a", "b");
		assertThatExceptionOfType(RedisConsole.ErrorReply.class).isThrownBy(() -> acquire("a", "1"))
			.withMessageContaining("WRONGTYPE");
		assertThatExceptionOfType(RedisConsole.ErrorReply.class).isThrownBy(() -> release("a"))
			.withMessageContaining("WRONGTYPE");
		assertThat(send("HGET", this.keys.lock(), "a")).isEqualTo("b");
		send("DEL", this.keys.lock());
		send("SET", this.keys.lock(), "something");
		assertThatExceptionOfType(RedisConsole.ErrorReply.class).isThrownBy(() -> acquire("a", "1"))
			.withMessageContaining("WRONGTYPE");
		send("DEL", this.keys.lock());
	}

	private List<Object> acquire(String owner, String tokens) {
		return acquire(owner, tokens, "0", NotificationMode.NOTHING);
	}

	private List<Object> waiting(String owner) {
		return waiting(owner, NotificationMode.PLAIN);
	}

	private List<Object> waiting(String owner, NotificationMode hearing) {
		return acquire(owner, "1", "6000", hearing);
	}

	private List<Object> acquire(String owner, String tokens, String mark, NotificationMode hearing) {
		return run(LockScript.load("acquire", "held"), withAttempt(owner),
				List.of(owner, LEASE, tokens, "the node", RETENTION, mark, hearing.mark()));
	}

	private List<Object> release(String owner) {
		return run(LockScript.load("release", "free"), withAttempt(owner),
				List.of(owner, RETENTION, "15000", this.keys.channel(), "0"));
	}

	private void leave(String owner, boolean release) {
		List<Object> left = release ? release(owner) : yieldOrRenew(owner, "1");
		assertThat(left.get(0)).isEqualTo(release ? 1L : 2L);
	}

	private long calls(String command) {
		return Stream.of(send("INFO", "commandstats").toString().split("\r\n"))
			.filter((line) -> line.startsWith("cmdstat_" + command + ":"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("[^=]*=(\\d+),.*", "$1")))
			.sum();
	}

	private List<Object> renew(String owner, long lastToken) {
		return run(LockScript.load("renew"), List.of(this.keys.lock(), this.keys.fence()),
				List.of("the node", owner, LEASE, lastToken));
	}

	private List<Object> yieldOrRenew(String owner, String tokens) {
		Object value = send("GET", this.keys.lock());
		String last = (value != null) ? value.toString().split(" ")[0] : "7";
		return yieldOrRenew(owner, tokens, last);
	}

	private List<Object> yieldOrRenew(String owner, String tokens, String last) {
		return run(LockScript.load("yield", "free"), withAttempt(owner),
				List.of(owner, LEASE, tokens, "the node", RETENTION, this.keys.channel(), last, "0", "15000"));
	}

	private List<String> withAttempt(String owner) {
		return this.keys.withAttempt(new io.distlock.provider.LockOwner(owner));
	}

	private String ended(String owner) {
		return withAttempt(owner).get(3);
	}

	@SuppressWarnings("unchecked")
	private List<Object> run(LockScript script, List<String> names, List<?> arguments) {
		List<Object> command = new ArrayList<>(List.of("EVAL", script.text(), names.size()));
		command.addAll(names);
		command.addAll(arguments);
		return (List<Object>) send(command.toArray());
	}

	private long serverMicros() {
		List<?> time = (List<?>) send("TIME");
		return Long.parseLong(time.get(0).toString()) * 1_000_000 + Long.parseLong(time.get(1).toString());
	}

	private Object send(Object... command) {
		return this.console.send(command);
	}

}
