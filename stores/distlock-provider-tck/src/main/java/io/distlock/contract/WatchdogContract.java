// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Renewal: of what, how often, and when it must end.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class WatchdogContract extends LockContract {

	@Test
	void heldLockOutlivesItsLease() {
		TestNode node = node();
		String key = key("renewed");
		HeldLock held = node.template.acquire(request(key).leaseTime(LASTING));
		Awaitility.await().atMost(PATIENCE).until(() -> node.provider.renewals.get() >= 4);
		assertThat(held.isHeld()).as("a lock that was renewed").isTrue();
		assertThat(node().template.tryAcquire(key)).as("a key whose lease was renewed").isEmpty();
		assertThat(node.losses).as("losses of a lock that was renewed").isEmpty();
	}

	@Test
	void releasedLocksAreNeverRenewedAfterwards() {
		TestNode node = node();
		LockRequest request = request(key("cycle")).leaseTime(LASTING);
		for (int i = 0; i < 1000 * SCALE; i++) {
			if (i % 7 == 0) {
				Thread.currentThread().interrupt();
			}
			HeldLock held = node.template.acquire(request);
			if (i % 5 == 0) {
				Thread.currentThread().interrupt();
			}
			assertThat(held.release()).isTrue();
			Thread.interrupted();
		}
		assertThat(node.engine.heldLeases()).isZero();
		int renewals = node.provider.renewals.get();
		Awaitility.await().during(SHORT.multipliedBy(2)).until(() -> node.provider.renewals.get() == renewals);
		assertThat(node.losses).isEmpty();
	}

	@Test
	void manyHeldLocksNeedFewThreadsAndFewRequests() throws Exception {
		TestNode node = node();
		int locks = store().manyLocks();
		List<CompletableFuture<HeldLock>> granted = new ArrayList<>(locks);
		for (int i = 0; i < locks; i++) {
			LockRequest request = LockRequest.of(key("many-" + i))
				.leaseTime(Duration.ofSeconds(24))
				.waitTime(PATIENCE.multipliedBy(6));
			granted.add(node.engine.acquireAsync(request).toCompletableFuture());
		}
		List<HeldLock> held = granted.stream().map(CompletableFuture::join).toList();
		Set<String> keys = held.stream().map(HeldLock::key).collect(Collectors.toSet());
		node.provider.renewedKeys.clear();
		int before = node.provider.renewals.get();
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> node.provider.renewedKeys.stream()
				.filter((key) -> keys.contains(key.name()))
				.count() == locks);
		assertThat(node.provider.renewals.get() - before).isLessThan(locks / 50);
		assertThat(Thread.getAllStackTraces().keySet())
			.filteredOn((thread) -> thread.getName().matches("distlock-(renewal|timer)-.*"))
			.hasSizeLessThan(20);
		assertThat(held).allMatch(HeldLock::isHeld);
		held.parallelStream().forEach(HeldLock::close);
	}

}
