// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An operator ends a lock that is held.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class ForcedReleaseContract extends LockContract {

	@BeforeEach
	void requireForcedRelease() {
		try (LockProvider provider = store().newProvider()) {
			Assumptions.assumeTrue(provider instanceof ForcedRelease, "The provider is no ForcedRelease");
		}
	}

	@Test
	void waiterGetsForciblyReleasedLockWithGreaterToken() throws Exception {
		String key = key("forced");
		TestNode holder = node();
		TestNode waiter = node();
		HeldLock held = holder.template.acquire(request(key));
		Future<HeldLock> next = inThread(() -> waiter.template.acquire(request(key)));
		Awaitility.await().atMost(PATIENCE).until(() -> waiter.provider.attempts.get() >= 2);
		Optional<StoredLock> ended = forceRelease(key);
		HeldLock successor = next.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(ended).hasValueSatisfying((lock) -> {
			assertThat(lock.key()).isEqualTo(TestNode.key(key).encoded(200));
			assertThat(lock.holder()).isEqualTo("test-node");
			assertThat(lock.lastToken()).isGreaterThanOrEqualTo(held.fencingToken());
			assertThat(successor.fencingToken()).isGreaterThan(lock.lastToken());
		});
		assertThat(held.release()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(held::assertHeld).withMessageContaining(key);
		assertThat(successor.isHeld()).isTrue();
		assertThat(node().template.tryAcquire(key)).isEmpty();
	}

	@Test
	void holderLearnsAtItsNextRenewalThatItsLockWasForciblyReleased() {
		String key = key("forced-renewal");
		TestNode holder = node();
		HeldLock held = holder.template.acquire(request(key).leaseTime(LASTING));
		assertThat(forceRelease(key)).isPresent();
		Awaitility.await().atMost(PATIENCE).until(() -> holder.losses.size() == 1);
		assertThat(held.isHeld()).isFalse();
		assertFree(key);
	}

	@Test
	void renewalAfterForcedReleaseIsRefusedAndBringsNothingBack() {
		String key = key("forced-late-renewal");
		try (LockProvider provider = store().newProvider()) {
			Lease lease = crashedHolder(provider, key, PATIENCE);
			assertThat(forceRelease(key)).hasValueSatisfying((lock) -> {
				assertThat(lock.holder()).isEqualTo("crashed");
				assertThat(lock.lastToken()).isGreaterThanOrEqualTo(lease.lastToken());
			});
			assertThat(Renewed.lost(provider, List.of(lease))).containsExactly(lease);
			assertThat(Renewed.lost(provider, List.of(lease))).containsExactly(lease);
			assertThat(provider.release(lease.key(), lease.owner())).isFalse();
			assertFree(key);
		}
	}

	@Test
	void freeLockIsNotReleasedTwiceAndItsTokensGoOnRising() {
		String key = key("forced-free");
		TestNode node = node();
		assertThat(forceRelease(key)).isEmpty();
		HeldLock held = node.template.acquire(request(key));
		long lastToken = forceRelease(key).orElseThrow().lastToken();
		assertThat(forceRelease(key)).isEmpty();
		assertThat(held.release()).isFalse();
		assertThat(forceRelease(key)).isEmpty();
		HeldLock next = node.template.acquire(request(key));
		assertThat(next.fencingToken()).isGreaterThan(lastToken);
		assertThat(next.release()).isTrue();
		assertThat(forceRelease(key)).isEmpty();
	}

	@Test
	void forcedReleaseOfOneKeyLeavesOthersAlone() {
		String key = key("forced-one");
		TestNode node = node();
		HeldLock other = node.template.acquire(request(key("forced-other")));
		HeldLock held = node.template.acquire(request(key));
		assertThat(forceRelease(key)).isPresent();
		assertThat(held.release()).isFalse();
		assertThat(other.release()).isTrue();
	}

	@Test
	void forcedReleaseOfOneKeyOfASetLeavesTheOthersHeld() {
		TestNode holder = node();
		List<String> keys = List.of(key("forced-of-set"), key("kept-of-set"));
		HeldLock set = holder.template.acquire(LockRequest.ofAll(keys).waitTime(PATIENCE).leaseTime(LASTING));
		assertThat(forceRelease(keys.get(0))).isPresent();
		Awaitility.await().atMost(PATIENCE).until(() -> !holder.losses.isEmpty());
		int renewals = holder.provider.renewals.get();
		Awaitility.await().atMost(PATIENCE).until(() -> holder.provider.renewals.get() >= renewals + 2);
		assertThat(holder.losses).extracting(LockLostEvent::key).containsExactly(keys.get(0));
		assertThat(node().template.tryAcquire(keys.get(1))).isEmpty();
		set.close();
		assertFree(keys.get(1));
	}

	private Optional<StoredLock> forceRelease(String key) {
		try (LockProvider operator = store().newProvider()) {
			Awaitility.await()
				.atMost(PATIENCE)
				.ignoreException(LockStoreException.class)
				.until(() -> answers(operator));
			return ((ForcedRelease) operator).forceRelease(TestNode.key(key));
		}
	}

	/**
	 * Return whether the store answers. A new provider may not be connected yet.
	 */
	private boolean answers(LockProvider operator) {
		if (operator instanceof LockCatalog catalog) {
			return catalog.heldLocks(1) != null;
		}
		return ((ForcedRelease) operator).forceRelease(TestNode.key(key("free"))).isEmpty();
	}

	private void assertFree(String key) {
		try (LockProvider operator = store().newProvider()) {
			if (operator instanceof LockCatalog catalog) {
				String encoded = TestNode.key(key).encoded(200);
				assertThat(catalog.heldLocks(10_000)).extracting(StoredLock::key).doesNotContain(encoded);
			}
		}
		node().template.acquire(request(key).waitTime(PATIENCE.dividedBy(2))).close();
	}

}
