// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockProvider;
import io.distlock.provider.StoredLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who owns a lock when leases end, holders sleep and operators interfere.
 *
 * @since 0.1.0
 */
@Tag("safety")
public abstract class OwnershipContract extends LockContract {

	@Test
	void releaseAfterExpiryLeavesSuccessorUntouched() {
		TestNode late = node();
		TestNode successor = node();
		String key = key("late-release");
		HeldLock expired = late.template.acquire(fixed(key, SHORT));
		HeldLock held = successor.template.acquire(request(key));
		assertThat(expired.isHeld()).isFalse();
		assertThat(expired.release()).as("release() by an owner whose lease has ended").isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(expired::assertHeld)
			.withMessageContaining(key)
			.withMessageContaining("fencing token " + (expired.hasFencingToken() ? expired.fencingToken() : "none"));
		assertThat(held.isHeld()).isTrue();
		assertThat(node().template.tryAcquire(key))
			.as("a key that the successor holds, after a late release by another owner")
			.isEmpty();
		assertThat(held.release()).as("release() by the successor, after a late release by another owner").isTrue();
	}

	@Test
	void renewAfterExpiryIsRefusedAndLeavesSuccessorUntouched() {
		LockProvider provider = store().newProvider();
		String key = key("late-renewal");
		Lease expired = crashedHolder(provider, key, Duration.ofMillis(200));
		HeldLock held = node().template.acquire(fixed(key, Duration.ofSeconds(20)));
		Duration before = remaining(provider, key);
		assertThat(Renewed.lost(provider, List.of(expired)))
			.as("what renew() reports as lost, of a lease that another owner has by now")
			.containsExactly(expired);
		assertThat(remaining(provider, key)).as("the successor's lease after a late renewal by another owner")
			.isLessThanOrEqualTo(before);
		assertThat(held.release()).as("release() by the successor, after a late renewal by another owner").isTrue();
		provider.close();
	}

	@Test
	void holdersInOneProcessAreToldApart() throws Exception {
		TestNode node = node();
		String key = key("same-process");
		Future<HeldLock> first = inThread(() -> node.template.acquire(fixed(key, SHORT)));
		HeldLock expired = first.get();
		HeldLock held = inThreadAndWait(() -> node.template.acquire(request(key)));
		assertThat(expired.release()).isFalse();
		assertThat(held.isHeld()).isTrue();
		assertThat(node().template.tryAcquire(key)).isEmpty();
	}

	@Test
	@Tag("timing")
	void grantThatArrivesAfterItsLeaseIsNotTaken() {
		TestNode node = node();
		String key = key("late-grant");
		AtomicBoolean first = new AtomicBoolean(true);
		node.provider.onAttempt((attempt) -> {
			if (first.getAndSet(false)) {
				pause(SHORT.plusMillis(100));
			}
			return attempt;
		});
		HeldLock held = node.template.acquire(fixed(key, SHORT));
		assertThat(node.provider.attempts).hasValueGreaterThan(1);
		assertThat(held.remainingLease()).isPositive();
		assertThat(held.isHeld()).isTrue();
	}

	@Test
	void leaseCountsFromBeforeTheRequest() {
		TestNode node = node();
		Duration lease = Duration.ofSeconds(10);
		Duration delay = Duration.ofMillis(400);
		node.provider.onAttempt((attempt) -> {
			pause(delay);
			return attempt;
		});
		HeldLock held = node.template.acquire(fixed(key("from-the-request"), lease));
		assertThat(held.remainingLease()).isLessThan(lease.minus(delay));
	}

	@Test
	void requestThatArrivesLateIsTimedByTheStore() {
		TestNode node = node();
		String key = key("late-request");
		AtomicBoolean first = new AtomicBoolean(true);
		node.provider.beforeAttempt(() -> {
			if (first.getAndSet(false)) {
				pause(SHORT.plusMillis(100));
			}
		});
		TestNode other = node();
		HeldLock held = node.template.acquire(fixed(key, SHORT));
		boolean granted = other.template.tryAcquire(key).isPresent();
		assertThat(granted && held.isHeld()).as("two holders").isFalse();
	}

	@Test
	void lossIsVisibleAtOnceAndToldOnce() {
		TestNode node = node();
		String key = key("told-once");
		List<LockLostException> losses = new java.util.concurrent.CopyOnWriteArrayList<>();
		HeldLock held = node.template.acquire(fixed(key, SHORT));
		held.onLost(losses::add);
		Awaitility.await().atMost(PATIENCE).until(() -> !held.isHeld());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(held::assertHeld)
			.satisfies((ex) -> assertThat(ex.getKey()).isEqualTo(key))
			.satisfies((ex) -> assertThat(ex.getFencingToken()).isEqualTo(token(held)));
		assertThat(held.remainingLease()).isZero();
		Awaitility.await().atMost(PATIENCE).until(() -> losses.size() == 1 && node.losses.size() == 1);
		held.close();
		held.close();
		Awaitility.await().during(Duration.ofMillis(200)).until(() -> losses.size() == 1 && node.losses.size() == 1);
		assertThat(node.losses.get(0).key()).isEqualTo(key);
		assertThat(node.losses.get(0).fencingToken()).isEqualTo(token(held));
	}

	@Test
	void executeEndsInLockLostExceptionWhenLockIsLost() {
		TestNode node = node();
		String key = key("lost-call");
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> node.template.execute(fixed(key, SHORT), (lock) -> {
				Awaitility.await().atMost(PATIENCE).until(() -> !lock.isHeld());
				return "done";
			}))
			.withMessageContaining(key);
	}

	@Test
	void expiredHoldKeepsNoOtherThreadOfTheProcessOut() throws Exception {
		TestNode node = node();
		String key = key("local-after-expiry");
		HeldLock expired = node.template.acquire(fixed(key, SHORT));
		Awaitility.await().atMost(PATIENCE).until(() -> !expired.isHeld());
		HeldLock held = inThreadAndWait(() -> node.template.acquire(request(key)));
		assertRising(List.of(token(expired), token(held)));
	}

	@Test
	void keyDeletedWhileIdleIsLockable() {
		TestNode node = node();
		String key = key("deleted-idle");
		node.template.acquire(key).close();
		store().delete(TestNode.key(key));
		assertThat(node.template.acquire(key).isHeld()).isTrue();
	}

	@Test
	void keyDeletedWhileHeldIsReportedLostAndNotRecreated() {
		TestNode node = node();
		String key = key("deleted-held");
		HeldLock held = node.template.acquire(request(key).leaseTime(SHORT));
		store().delete(TestNode.key(key));
		Awaitility.await().atMost(PATIENCE).until(() -> !node.losses.isEmpty());
		assertThat(held.isHeld()).isFalse();
		assertThat(node().template.tryAcquire(key))
			.as("a key that was deleted while held: renew() must not re-create it")
			.isPresent();
	}

	@Test
	void releaseFindsThatKeyWasDeletedWhileHeld() {
		TestNode node = node();
		String key = key("deleted-before-release");
		HeldLock held = node.template.acquire(key);
		store().delete(TestNode.key(key));
		assertThat(held.release()).as("release() of a key that was deleted while held").isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(held::assertHeld);
	}

	/**
	 * Return what is left of a lease, where the provider lists locks.
	 */
	private static Duration remaining(LockProvider provider, String key) {
		if (!(provider instanceof LockCatalog catalog)) {
			return Duration.ZERO;
		}
		return catalog.heldLocks(10_000)
			.stream()
			.filter((lock) -> lock.key().equals(TestNode.key(key).encoded(200)))
			.map(StoredLock::remaining)
			.findFirst()
			.orElseThrow(() -> new AssertionError("heldLocks() does not list lock '%s', which is held".formatted(key)));
	}

}
