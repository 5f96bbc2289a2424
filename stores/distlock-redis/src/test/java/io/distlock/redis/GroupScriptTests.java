// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the script for several locks decides, in the order in which requests may reach the
 * server.
 */
@Tag("timing")
class GroupScriptTests {

	private final RedisConsole console = RedisServer.shared().console();

	private final LockScripts scripts = new LockScripts(Duration.ofMinutes(1), false);

	private final String run = UUID.randomUUID().toString();

	@AfterEach
	void disconnect() {
		this.console.close();
	}

	@Test
	void sameAttemptSentTwiceGetsTheSameTokens() {
		List<Object> granted = acquireAll("me", "a", "b");
		assertThat(granted).hasSize(3).startsWith(1L);
		assertThat(acquireAll("me", "a", "b")).isEqualTo(granted);
	}

	@Test
	void attemptThatHasOnlySomeOfTheLocksGetsTheOthersToo() {
		Object a = acquireAll("me", "a").get(1);
		assertThat(acquireAll("me", "b", "a")).startsWith(1L).endsWith(a);
	}

	@Test
	void busyLockLeavesTheOthersUntouched() {
		acquireAll("you", "b");
		assertThat(acquireAll("me", "a", "b", "c")).containsExactly(0L);
		assertThat(exist("a", "c")).isZero();
	}

	@Test
	void foreignValueLeavesTheOthersUntouched() {
		this.console.send("RPUSH", keys("b").lock(), "nonsense");
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> acquireAll("me", "a", "b"))
			.withMessageContaining("WRONGTYPE");
		assertThat(exist("a")).isZero();
	}

	@Test
	void withdrawnAttemptThatArrivesLateTakesNothing() {
		run(this.scripts.release(key("b"), new LockOwner("late"), 0));
		assertThat(acquireAll("late", "a", "b")).containsExactly(2L);
		assertThat(exist("a")).isZero();
	}

	@Test
	void tokensRiseOverThoseOfEveryLock() {
		long ahead = 1L << 52;
		this.console.send("SET", keys("b").lock(), "%d %d =x".formatted(ahead, ahead), "PX", 60_000);
		assertThat(acquireAll("me", "a", "b").get(2)).isEqualTo(ahead + 5);
	}

	private List<Object> acquireAll(String owner, String... names) {
		List<LockClaim> claims = Stream.of(names)
			.map((name) -> LockClaim.of(key(name), Duration.ofSeconds(20), 5, "the node"))
			.toList();
		return run(this.scripts.acquireAll(claims, new LockOwner(owner)));
	}

	@SuppressWarnings("unchecked")
	private List<Object> run(ScriptCall call) {
		Object[] head = { "EVAL", call.script().text(), call.keys().size() };
		Stream<Object> all = Stream.concat(Stream.of(head),
				Stream.concat(call.keys().stream(), call.arguments().stream()));
		Object reply = this.console.send(all.toArray());
		return (reply instanceof Long) ? List.of(reply) : (List<Object>) reply;
	}

	private long exist(String... names) {
		return Stream.of(names).mapToLong((name) -> (long) this.console.send("EXISTS", keys(name).lock())).sum();
	}

	private RedisKeys keys(String name) {
		return new RedisKeys(key(name));
	}

	private LockKey key(String name) {
		return new LockKey("scripts", name + ":" + this.run);
	}

}
