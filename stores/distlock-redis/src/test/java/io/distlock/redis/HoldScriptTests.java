// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.ArrayList;
import java.util.List;

import io.distlock.LockMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the scripts decide of a key that several owners hold, in the order in which
 * requests may reach the server.
 */
@Tag("safety")
class HoldScriptTests {

	private final List<HoldConsole> consoles = new ArrayList<>();

	@AfterEach
	void disconnect() {
		this.consoles.forEach(HoldConsole::close);
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PERMIT" })
	void secondReleaseHasTheAnswerOfTheFirstHoweverManyOthersLeft(LockMode mode) {
		HoldConsole key = open(mode);
		long a = key.hold("a");
		long b = key.hold("b");
		long c = key.hold("c");
		assertThat(key.release("a", a)).isEqualTo(1);
		assertThat(key.release("b", b)).isEqualTo(1);
		assertThat(key.release("a", a)).as("again, beside a holder").isEqualTo(1);
		assertThat(key.renew("c", c)).isEmpty();
		assertThat(key.release("c", c)).isEqualTo(1);
		assertThat(key.release("a", a)).as("again, when it is free").isEqualTo(1);
		for (int i = 0; i < 20; i++) {
			long next = key.hold("next-" + i);
			assertThat(key.release("b", b)).as("again, beside a later holder").isEqualTo(1);
			assertThat(key.renew("next-" + i, next)).isEmpty();
			assertThat(key.release("next-" + i, next)).isEqualTo(1);
		}
		assertThat(key.release("c", c)).isEqualTo(1);
		assertThat(key.renew("c", c)).containsExactly(0L);
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PERMIT" })
	void leaseThatRanOutAndWasForgottenIsLost(LockMode mode) {
		HoldConsole key = open(mode);
		long lost = key.hold("lost");
		long other = key.hold("other");
		key.runOut("lost");
		long next = key.hold("next");
		assertLost(key, "lost", lost);
		assertThat(key.release("other", other)).isEqualTo(1);
		assertThat(key.release("next", next)).isEqualTo(1);
		assertLost(key, "lost", lost);
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PERMIT" })
	void leaseThatRanOutBeforeTheLastOneLeftIsLost(LockMode mode) {
		HoldConsole key = open(mode);
		long lost = key.hold("lost");
		long other = key.hold("other");
		key.runOut("lost");
		assertThat(key.release("other", other)).isEqualTo(1);
		assertLost(key, "lost", lost);
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PERMIT" })
	void thoseWhoComeAfterALostLeaseAreKnownAgain(LockMode mode) {
		HoldConsole key = open(mode);
		long lost = key.hold("lost");
		key.runOut("lost");
		long a = key.hold("a");
		assertThat(a).isGreaterThan(lost);
		long b = key.hold("b");
		assertThat(key.release("a", a)).isEqualTo(1);
		assertThat(key.release("b", b)).isEqualTo(1);
		long c = key.hold("c");
		assertThat(key.release("a", a)).isEqualTo(1);
		assertThat(key.release("c", c)).isEqualTo(1);
		assertLost(key, "lost", lost);
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PERMIT" })
	void lateCopyOfAnAcquireDoesNotReviveALostLease(LockMode mode) {
		HoldConsole key = open(mode);
		long lost = key.hold("a");
		key.runOut("a");
		key.hold("b");
		long late = key.hold("a");
		assertThat(key.renew("a", lost)).containsExactly(0L);
		assertThat(key.renew("a", late)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PERMIT" })
	void forcedReleaseIsNoReleaseByTheHolders(LockMode mode) {
		HoldConsole key = open(mode);
		long a = key.hold("a");
		long b = key.hold("b");
		key.forceRelease();
		assertLost(key, "a", a);
		long next = key.hold("next");
		assertLost(key, "b", b);
		assertThat(key.release("next", next)).isEqualTo(1);
		assertLost(key, "a", a);
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PERMIT" })
	void holdersThatTheServerHasForgottenAreLost(LockMode mode) {
		HoldConsole key = open(mode);
		long a = key.hold("a");
		key.server.send("DEL", key.keys.holders());
		long next = key.hold("next");
		assertLost(key, "a", a);
		assertThat(key.release("next", next)).isEqualTo(1);
		assertLost(key, "a", a);
	}

	private static void assertLost(HoldConsole key, String owner, long token) {
		assertThat(key.renew(owner, token)).as("what a renewal has lost").containsExactly(0L);
		assertThat(key.release(owner, token)).as("what a release is answered").isZero();
	}

	private HoldConsole open(LockMode mode) {
		HoldConsole console = new HoldConsole(mode);
		this.consoles.add(console);
		return console;
	}

}
