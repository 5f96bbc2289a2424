// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.provider.Lease;
import io.distlock.provider.LockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Re-entry, hand-over inside a JVM, and the order of fencing tokens.
 *
 * @since 0.1.0
 */
@Tag("safety")
public abstract class TokenContract extends LockContract {

	/**
	 * Shorter than the leases, so that a lock that was left is not taken for gone.
	 */
	private static final Duration LEASE_LEFT = Duration.ofSeconds(10);

	@Test
	void threadsOfOneProcessShareALeaseWithRisingTokens() throws Exception {
		TestNode node = node(TestNode.SETTINGS.withHandOff(1000, Duration.ofMinutes(10)));
		String key = key("hand-over");
		int threads = 64;
		int grants = 3200;
		List<Long> tokens = Collections.synchronizedList(new ArrayList<>());
		AtomicInteger inside = new AtomicInteger();
		AtomicBoolean overlapped = new AtomicBoolean();
		HeldLock barrier = node.template.acquire(request(key));
		List<Future<Object>> running = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			running.add(inThread(() -> {
				// All run until the last grant: one left behind would be alone.
				while (tokens.size() < grants) {
					node.template.executeWithoutResult(request(key), (lock) -> {
						overlapped.compareAndSet(false, inside.incrementAndGet() != 1);
						tokens.add(token(lock));
						inside.decrementAndGet();
					});
				}
				return null;
			}));
		}
		Awaitility.await().atMost(PATIENCE).until(() -> node.engine.waiting() == threads);
		barrier.release();
		for (Future<Object> thread : running) {
			thread.get();
		}
		assertThat(overlapped).as("two holders at once").isFalse();
		assertThat(tokens).as("tokens of one block, which belong to this lease alone")
			.hasSizeGreaterThanOrEqualTo(grants);
		assertRising(tokens);
		double roundTrips = node.provider.calls() / (double) tokens.size();
		System.out.printf("%s: %.4f round trips per acquisition, %d threads on one key%n", node.provider.name(),
				roundTrips, threads);
		assertThat(roundTrips).as("round trips per acquisition: does the lease bring as many tokens as were asked for?")
			.isLessThanOrEqualTo(0.05);
	}

	@Test
	void handOverLetsOtherNodesTakeTheirTurn() throws Exception {
		String key = key("fair");
		List<TestNode> nodes = List.of(node(), node());
		AtomicBoolean stop = new AtomicBoolean();
		List<AtomicInteger> turns = List.of(new AtomicInteger(), new AtomicInteger());
		List<Long> tokens = Collections.synchronizedList(new ArrayList<>());
		List<Future<Object>> running = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			int node = i % 2;
			running.add(inThread(() -> {
				while (!stop.get()) {
					nodes.get(node).template.executeWithoutResult(request(key), (lock) -> {
						turns.get(node).incrementAndGet();
						tokens.add(token(lock));
					});
				}
				return null;
			}));
		}
		Awaitility.await("turns of both nodes: yieldOrRenew() must release a lock that another node waits for")
			.atMost(PATIENCE)
			.until(() -> turns.get(0).get() > 100 && turns.get(1).get() > 100
					&& nodes.stream().mapToInt((node) -> node.provider.yields.get()).sum() > 2);
		stop.set(true);
		for (Future<Object> thread : running) {
			thread.get();
		}
		assertRising(tokens);
	}

	@Test
	void waiterWithAnotherLeaseTimeGetsTheLeaseItAskedFor() throws Exception {
		TestNode node = node();
		String key = key("lease-times");
		HeldLock first = node.template.acquire(request(key).leaseTime(Duration.ofSeconds(2)));
		Future<HeldLock> second = inThread(() -> node.template.acquire(request(key).leaseTime(Duration.ofSeconds(50))));
		Awaitility.await().atMost(PATIENCE).until(() -> node.engine.waiting() == 1);
		first.release();
		assertThat(second.get().remainingLease()).isGreaterThan(Duration.ofSeconds(20));
		assertRising(List.of(token(first), token(second.get())));
	}

	@Test
	void tokensRiseOverCrashesExpiryDeletionPurgeAndHandOver() throws Exception {
		String key = key("rising");
		TestNode node = node();
		TestNode other = node();
		LockProvider crashing = store().newProvider();
		List<Long> tokens = new ArrayList<>();
		for (int i = 0; i < 300; i++) {
			if (i % 100 == 3) {
				Lease crashed = crashedHolder(crashing, key, Duration.ofMillis(100));
				tokens.add(crashing.hasFencingTokens() ? crashed.lastToken() : 0L);
			}
			else if (i % 100 == 5) {
				store().delete(TestNode.key(key));
			}
			else if (i % 100 == 7) {
				store().purge();
			}
			else if (i % 100 == 9) {
				tokens.addAll(handedOver(node, key));
			}
			else {
				tokens.add(((i % 2 == 0) ? node : other).template.execute(request(key), LockContract::token));
			}
		}
		assertRising(tokens);
		crashing.close();
	}

	private List<Long> handedOver(TestNode node, String key) throws Exception {
		HeldLock first = node.template.acquire(request(key));
		Future<Long> second = inThread(() -> node.template.execute(request(key), LockContract::token));
		Awaitility.await()
			.atMost(PATIENCE)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(5))
			.until(() -> node.engine.waiting() == 1);
		first.release();
		return List.of(token(first), second.get());
	}

	/**
	 * What other tests are still withdrawing in the background goes within the time of a
	 * purge or two, and well before a lease would end.
	 */
	@Test
	void oneShotKeysLeaveNothingAfterThePurge() {
		TestNode node = node();
		store().purge();
		long before = store().size();
		for (int i = 0; i < 300; i++) {
			node.template.execute(LockRequest.of(key("one-shot-" + i)), LockContract::token);
		}
		Awaitility.await().atMost(LEASE_LEFT).untilAsserted(() -> {
			store().purge();
			assertThat(store().size()).as("keys that the store still has something of, after the purge")
				.isLessThanOrEqualTo(before);
		});
	}

}
