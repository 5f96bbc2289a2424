// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.distlock.LockMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is stored under the clock of a server that is then set back by an hour: all that
 * says until when something counts lies an hour farther ahead than it should. Nothing
 * counts for longer than it could have done with a clock that runs on.
 */
@Tag("safety")
class ClockSetBackTests {

	private static final long HOUR = Duration.ofHours(1).toMillis();

	private static final long LEASE = ScriptConsole.LEASE.toMillis();

	/**
	 * A part of a millisecond counts as one, in the time to live and in the answer.
	 */
	private static final long LONGEST = LEASE + 2;

	/**
	 * Milliseconds since 1970, as the ends of leases and marks are.
	 */
	private static final Pattern TIME = Pattern.compile("(?<![0-9])1[0-9]{12}(?![0-9])");

	private final List<AutoCloseable> consoles = new ArrayList<>();

	@AfterEach
	void disconnect() throws Exception {
		for (AutoCloseable console : this.consoles) {
			console.close();
		}
	}

	@Test
	void permitOfADeadOwnerEndsAfterALeaseThoughOthersGoOn() {
		HoldConsole key = open(LockMode.PERMIT);
		key.hold("dead");
		long b = key.hold("b");
		long c = key.hold("c");
		setBack(key);
		key.renew("b", b);
		key.renew("c", c);
		assertThat(waitTime(key.acquire("next"))).isBetween(1L, LONGEST);
		String entry = entry(key, "dead");
		assertThat(left(key, "dead")).isBetween(1L, LONGEST);
		key.renew("b", b);
		key.renew("c", c);
		assertThat(waitTime(key.acquire("next"))).isBetween(1L, LONGEST);
		assertThat(entry(key, "dead")).as("the end of its lease, while others renew theirs").isEqualTo(entry);
		key.runOut("dead");
		key.hold("next");
		assertThat(key.renew("b", b)).isEmpty();
		assertThat(key.release("c", c)).isEqualTo(1);
	}

	@Test
	void readersOfWhomOneDiedLetAWriterInAfterALease() {
		HoldConsole key = open(LockMode.SHARED);
		key.hold("dead");
		long other = key.hold("other");
		setBack(key);
		assertThat(key.release("other", other)).isEqualTo(1);
		assertThat(waitTime(key.awaitAlone("writer", "-"))).isBetween(1L, LONGEST);
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PERMIT" })
	void leaseOfALivingOwnerIsNotShortened(LockMode mode) {
		HoldConsole key = open(mode);
		long before = key.server.serverMicros() / 1000;
		long held = key.hold("held");
		setBack(key);
		key.hold("other");
		assertThat(end(key, "held")).isGreaterThanOrEqualTo(before + LEASE);
		assertThat(left(key, "held")).isLessThanOrEqualTo(LONGEST);
		assertThat(key.renew("held", held)).isEmpty();
		assertThat(key.release("held", held)).isEqualTo(1);
	}

	@Test
	void freeLockIsNotKeptForANodeThatDied() {
		ScriptConsole key = alone();
		long last = LockScriptTests.granted(key.acquire("holder", 1));
		key.await("waiter", "cdistlock:node:dead", 0);
		key.release("holder", last);
		assertThat(key.record()).contains(";>");
		setBack(key, key.keys.lock());
		assertThat(LockScriptTests.granted(key.acquire("next", 1))).isGreaterThan(last);
	}

	@Test
	void permitIsNotKeptForANodeThatDied() {
		HoldConsole key = open(LockMode.PERMIT);
		long a = key.hold("a");
		key.hold("b");
		key.hold("c");
		key.await("waiter", "cdistlock:node:dead");
		key.release("a", a);
		assertThat(key.record()).contains(";>");
		setBack(key);
		key.hold("next");
	}

	@Test
	void writerThatDiedShutsNoReadersOut() {
		HoldConsole key = open(LockMode.SHARED);
		key.hold("reader");
		key.awaitAlone("writer", "cdistlock:node:dead");
		assertThat(key.record()).contains(";?");
		setBack(key);
		assertThat((long) key.acquire("next").get(0)).as("the token of the next reader").isPositive();
	}

	@Test
	void numberOfPermitsThatNobodyBringsAnyMoreCountsForAMinute() {
		HoldConsole key = open(LockMode.PERMIT);
		key.hold("a");
		long now = key.server.serverMicros() / 1000;
		key.server.send("HSET", key.keys.holders(), "!permits", "1 9 " + (now + 60_000));
		setBack(key);
		waitTime(key.acquire("b"));
		String[] permits = entry(key, "!permits").split(" ");
		assertThat(permits).startsWith("1", "9");
		assertThat(Long.parseLong(permits[2]) - key.server.serverMicros() / 1000).isLessThanOrEqualTo(60_001);
	}

	@Test
	void listOfLocksTellsNoLongerTime() {
		HoldConsole key = open(LockMode.SHARED);
		key.hold("dead");
		setBack(key);
		List<Object> told = key.server.describe(key.keys.lock());
		assertThat((long) told.get(2)).isBetween(1L, LONGEST);
	}

	private static long waitTime(List<Object> answer) {
		assertThat(answer.get(0)).as("busy").isEqualTo(0L);
		return (long) answer.get(1);
	}

	private static long left(HoldConsole key, String owner) {
		return end(key, owner) - key.server.serverMicros() / 1000;
	}

	private static long end(HoldConsole key, String owner) {
		return Long.parseLong(entry(key, owner).split(" ")[0]);
	}

	private static String entry(HoldConsole key, String field) {
		return String.valueOf(key.server.send("HGET", key.keys.holders(), field));
	}

	private static void setBack(HoldConsole key) {
		List<?> entries = (List<?>) key.server.send("HGETALL", key.keys.holders());
		for (int i = 0; i < entries.size(); i += 2) {
			key.server.send("HSET", key.keys.holders(), entries.get(i), later(entries.get(i + 1).toString()));
		}
		setBack(key.server, key.keys.lock());
		setBack(key.server, key.keys.holders());
	}

	/**
	 * Edit all times, of which the server's clock then is an hour behind.
	 */
	private static void setBack(ScriptConsole server, String key) {
		if (server.send("TYPE", key).toString().equals("string")) {
			server.send("SET", key, later(String.valueOf(server.send("GET", key))), "KEEPTTL");
		}
		server.send("PEXPIRE", key, (long) server.send("PTTL", key) + HOUR);
	}

	private static String later(String value) {
		return TIME.matcher(value).replaceAll((time) -> Long.toString(Long.parseLong(time.group()) + HOUR));
	}

	private ScriptConsole alone() {
		ScriptConsole console = new ScriptConsole(true);
		this.consoles.add(console);
		return console;
	}

	private HoldConsole open(LockMode mode) {
		HoldConsole console = new HoldConsole(mode);
		this.consoles.add(console);
		return console;
	}

}
