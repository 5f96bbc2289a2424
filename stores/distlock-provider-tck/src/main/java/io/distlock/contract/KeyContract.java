// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.Permits;
import io.distlock.provider.StoredLock;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What can be a key, that distinct keys are distinct locks, and several keys at once.
 *
 * @since 0.1.0
 */
public abstract class KeyContract extends LockContract {

	@Test
	void distinctKeysAreDistinctLocks() {
		TestNode node = node();
		List<String> keys = new ArrayList<>();
		for (String key : awkwardKeys()) {
			keys.add(key(key));
			keys.add(key + this.hashCode());
		}
		List<HeldLock> held = new ArrayList<>();
		for (String key : keys) {
			HeldLock lock = inOtherThread(node, key);
			assertThat(lock.isHeld()).as("the lock with key '%s', beside those with similar keys", key).isTrue();
			held.add(lock);
		}
		TestNode other = node();
		for (String key : keys) {
			assertThat(other.template.tryAcquire(key)).as("key '%s', which another node holds", key).isEmpty();
		}
		held.forEach((lock) -> assertThat(lock.release()).as(lock.key()).isTrue());
	}

	/**
	 * A store that encodes keys once more, for an alphabet of its own, easily gives two
	 * of these the same place.
	 */
	@Test
	void prefixesNamesAndPermitsNeverShareAPlace() {
		LockProvider provider = openProvider();
		String name = key("place");
		List<LockKey> keys = new ArrayList<>();
		for (String join : List.of(":", "/", ".", "_", "-", "=", "%3A", "=3A", "~", "")) {
			keys.add(new LockKey("a" + join + "b", name));
			keys.add(new LockKey("a", "b" + join + name));
		}
		for (String end : List.of("~permits", "%7Epermits", "=7Epermits", "~", "/permits")) {
			keys.add(new LockKey("a", name + end));
			keys.add(new LockKey("a" + end, name));
		}
		keys.add(new LockKey("A", name));
		keys.add(new LockKey("a", name));
		if (provider.modes().contains(LockMode.PERMIT)) {
			keys.add(new LockKey("a", name, LockMode.PERMIT));
		}
		for (LockKey key : keys) {
			LockClaim claim = LockClaim.of(key, PATIENCE, 1, "node")
				.withPermits(key.isExclusive() ? Permits.NONE : new Permits(1, 1));
			try (Contender contender = provider.contend(claim, () -> {
			})) {
				assertThat(firstAnswer(contender, owner()))
					.as("an attempt to take '%s' with prefix '%s' in mode %s, beside those with similar keys",
							key.name(), key.prefix(), key.mode())
					.isInstanceOf(Attempt.Granted.class);
			}
		}
	}

	private HeldLock inOtherThread(TestNode node, String key) {
		return node.template.acquireAsync(once(key)).toCompletableFuture().join();
	}

	private static List<String> awkwardKeys() {
		return Arrays.asList("a", "A", "a ", " a", "é", "e", "e\u0301", "ß", "ss", "a#b", "a:b", "a/b", "a//b", "a{b}",
				"{a}b", "..", ".", "a b", "a\tb", "a\nb", "a\0b", "%61", "a%b", "a~b", "a'b;--", "k2/!x", "k2", "日本語",
				"\uD83D\uDD12", "x".repeat(300), "x".repeat(300) + "y", "y".repeat(10_240), "y".repeat(10_241));
	}

	@Test
	void keyIsReadableWhereTheStoreIsInspected() {
		TestNode node = node();
		String key = key("orders-42.eu_west");
		node.template.executeWithoutResult(key, (lock) -> {
			LockProvider provider = store().newProvider();
			assertThat(listed(provider)).extracting(StoredLock::key).contains("contract:" + key);
			assertThat(listed(provider)).extracting(StoredLock::holder).contains("test-node");
			provider.close();
		});
	}

	@Test
	void keysThatCannotBeLockedAreRefused() {
		TestNode node = node();
		for (String key : Arrays.asList(null, "", " \t", "half\uD83D", "z".repeat(70_000))) {
			assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> node.template.acquire(key))
				.withMessageContaining("'key' must");
		}
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> LockRequest.ofAll(List.of()));
		assertThat(node.provider.calls()).isZero();
	}

	@Test
	void distinctKeysNeverBlockEachOther() throws Exception {
		TestNode node = node();
		TestNode other = node();
		node.template.acquire(request(key("held-all-the-time")));
		for (int i = 0; i < 200; i++) {
			String key = key("independent-" + i);
			assertThat(inThreadAndWait(() -> other.template.tryAcquire(once(key)))).isPresent();
		}
	}

	@Test
	void setsOfKeysInAnyOrderDoNotDeadlock() throws Exception {
		TestNode node = node();
		TestNode other = node();
		String a = key("a");
		String b = key("b");
		AtomicInteger inside = new AtomicInteger();
		List<Future<Object>> running = new ArrayList<>();
		for (Collection<String> keys : List.of(List.of(a, b), List.of(b, a))) {
			for (TestNode each : List.of(node, other)) {
				running.add(inThread(() -> {
					for (int i = 0; i < 20; i++) {
						each.template.executeWithoutResult(LockRequest.ofAll(keys).waitTime(PATIENCE), (lock) -> {
							assertThat(inside.incrementAndGet()).isEqualTo(1);
							assertThat(lock.key()).contains(a, b);
							inside.decrementAndGet();
						});
					}
					return null;
				}));
			}
		}
		for (Future<Object> each : running) {
			each.get(2, TimeUnit.MINUTES);
		}
		assertThat(node.engine.heldLeases() + other.engine.heldLeases()).isZero();
	}

	@Test
	void setOfKeysIsAllOrNothing() throws Exception {
		TestNode holder = node();
		TestNode node = node();
		String a = key("all-a");
		String b = key("all-b");
		holder.template.acquire(request(b));
		LockRequest both = LockRequest.ofAll(List.of(a, b, a)).waitTime(Duration.ofMillis(300));
		assertThat(node.template.tryAcquire(both)).isEmpty();
		CompletableFuture<HeldLock> async = node.template.acquireAsync(both).toCompletableFuture();
		assertThat(async).failsWithin(PATIENCE);
		assertThat(node.engine.heldLeases()).isZero();
		assertThat(inThreadAndWait(() -> holder.template.tryAcquire(once(a)))).isPresent();
	}

	@Test
	void asynchronousSetOfKeysIsHeldTogether() throws Exception {
		TestNode node = node();
		List<String> keys = List.of(key("async-1"), key("async-2"), key("async-3"));
		HeldLock lock = node.template.acquireAsync(LockRequest.ofAll(keys).waitTime(PATIENCE))
			.toCompletableFuture()
			.get(60, TimeUnit.SECONDS);
		assertThat(lock.isHeld()).isTrue();
		TestNode other = node();
		keys.forEach((key) -> assertThat(other.template.tryAcquire(key)).isEmpty());
		assertThat(lock.release()).isTrue();
		keys.forEach((key) -> assertThat(other.template.tryAcquire(key)).isPresent());
	}

	@Test
	void setOfFreeKeysTakesOneAttemptWhereTheStoreGrantsThemTogether() {
		TestNode node = node(TestNode.SETTINGS.withHandOff(0, Duration.ZERO));
		List<String> keys = List.of(key("set-1"), key("set-2"), key("set-3"));
		assumeTogether(node, keys);
		long earlier = node.template.execute(keys.get(1), HeldLock::fencingToken);
		int before = node.provider.attempts.get();
		HeldLock all = node.template.acquire(LockRequest.ofAll(keys));
		assertThat(node.provider.attempts.get() - before).isEqualTo(1);
		assertThat(all.fencingTokens()).containsOnlyKeys(keys);
		assertThat(all.fencingTokens().get(keys.get(1))).isGreaterThan(earlier);
		assertThat(node.template.acquire(keys.get(2)).fencingToken()).isEqualTo(all.fencingTokens().get(keys.get(2)));
		TestNode other = node();
		keys.forEach((key) -> assertThat(other.template.tryAcquire(key)).isEmpty());
		assertThat(all.release()).isTrue();
		assertThat(other.template.acquire(keys.get(0)).fencingToken())
			.isGreaterThan(all.fencingTokens().get(keys.get(0)));
	}

	@Test
	void setWithABusyKeyThatMayNotWaitIsAskedForAtOnceAndLeavesNothing() throws Exception {
		TestNode holder = node();
		TestNode node = node();
		List<String> keys = List.of(key("busy-1"), key("busy-2"), key("busy-3"));
		assumeTogether(node, keys);
		holder.template.acquire(keys.get(1));
		LockRequest all = LockRequest.ofAll(keys).waitTime(Duration.ZERO);
		assertThat(node.template.tryAcquire(all)).isEmpty();
		assertThat(node.provider.attempts).hasValue(1);
		assertThat(node.template.acquireAsync(all).toCompletableFuture()).failsWithin(PATIENCE)
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class)
			.withMessageContaining(keys.get(1));
		// Key by key, up to the busy one.
		assertThat(node.provider.attempts).hasValue(3);
		for (String free : List.of(keys.get(0), keys.get(2))) {
			assertThat(inThreadAndWait(() -> holder.template.tryAcquire(once(free)))).isPresent();
		}
	}

	private static void assumeTogether(TestNode node, List<String> keys) {
		Assumptions.assumeTrue(node.provider.canGrantTogether(keys.stream().map(TestNode::key).toList()),
				"The store grants one key at a time");
	}

}
