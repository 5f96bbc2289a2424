// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.local.LocalStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the engine does with a lock that it holds, on any store.
 */
@Tag("safety")
class EngineHoldTests extends LockContract {

	private final LocalStore store = new LocalStore();

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Test
	void reentryTakesNoRoundTripAndGivesTheSameToken() {
		TestNode node = node();
		String key = key("nested");
		HeldLock outer = node.template.acquire(request(key));
		int calls = node.provider.calls();
		HeldLock inner = node.template.acquire(request(key));
		assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
		assertThat(inner.release()).isTrue();
		assertThat(inner.release()).isFalse();
		assertThat(node.provider.calls()).isEqualTo(calls);
		assertThat(outer.isHeld()).isTrue();
		assertThat(node().template.tryAcquire(key)).isEmpty();
		assertThat(outer.release()).isTrue();
		assertThat(node().template.tryAcquire(key)).isPresent();
	}

	@Test
	void reentryIntoALostLockOfACallbackIsRefused() {
		TestNode node = node();
		String key = key("nested-lost");
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> node.template.executeWithoutResult(fixed(key, SHORT), (outer) -> {
				Awaitility.await().atMost(PATIENCE).until(() -> !outer.isHeld());
				assertThatExceptionOfType(LockLostException.class)
					.isThrownBy(() -> node.template.acquire(request(key)));
			}));
		assertThat(node.template.acquire(request(key)).isHeld()).isTrue();
	}

	@Test
	void lossOfAPermitIsNotThatOfTheLockOfItsName() {
		TestNode node = node();
		String key = key("lost-permit");
		LockRequest permit = fixed(key, SHORT).permits(1);
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> node.template.executeWithoutResult(permit, (outer) -> {
				Awaitility.await().atMost(PATIENCE).until(() -> !outer.isHeld());
				assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> node.template.acquire(permit));
				assertThat(node.template.acquire(request(key)).release()).isTrue();
			}));
	}

	/**
	 * A lease that is used as a cool-down ends without a release, and must not stand in
	 * the way of its own thread.
	 */
	@Test
	void lockThatWasLostAndNeverReleasedIsAcquiredAnew() {
		TestNode node = node();
		String key = key("cool-down");
		HeldLock outer = node.template.acquire(fixed(key, SHORT));
		Awaitility.await().atMost(PATIENCE).until(() -> !outer.isHeld());
		HeldLock again = node.template.acquire(request(key));
		assertThat(again.isHeld()).isTrue();
		assertThat(again.fencingToken()).isGreaterThan(outer.fencingToken());
		assertThat(outer.release()).isFalse();
		assertThat(again.isHeld()).isTrue();
	}

	@Test
	void otherThreadDoesNotReenter() throws Exception {
		TestNode node = node();
		String key = key("other-thread");
		node.template.acquire(request(key));
		assertThat(inThreadAndWait(() -> node.template.tryAcquire(once(key)))).isEmpty();
	}

	@Test
	void contextKnowsTheInnermostLock() {
		TestNode node = node();
		assertThat(LockContext.current()).isEmpty();
		node.template.executeWithoutResult(key("outer"), (outer) -> {
			assertThat(LockContext.current()).containsSame(outer);
			node.template.executeWithoutResult(key("inner"), (inner) -> {
				assertThat(LockContext.current()).containsSame(inner);
				assertThat(LockContext.all()).containsExactly(inner, outer);
			});
			assertThat(LockContext.current()).containsSame(outer);
		});
		assertThat(LockContext.current()).isEmpty();
	}

	@Test
	void lockViewWorksAsALockOfTheJdk() throws Exception {
		TestNode node = node();
		String key = key("view");
		node.template.asLock(key).lock();
		assertThat(inThreadAndWait(() -> node.template.asLock(key).tryLock())).isFalse();
		assertThat(node.template.asLock(key).tryLock()).isTrue();
		node.template.asLock(key).unlock();
		node.template.asLock(key).unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class)
			.isThrownBy(() -> node.template.asLock(key).unlock());
		assertThat(inThreadAndWait(() -> node.template.asLock(key).tryLock())).isTrue();
	}

	@Test
	void lockViewsOfDifferentEnginesAreDifferentLocks() {
		TestNode node = node();
		TestNode other = node();
		String key = key("two-engines");
		String otherKey = "other " + key;
		node.template.asLock(key).lock();
		other.template.asLock(otherKey).lock();
		assertThatExceptionOfType(IllegalMonitorStateException.class)
			.isThrownBy(() -> other.template.asLock(key).unlock());
		node.template.asLock(key).unlock();
		other.template.asLock(otherKey).unlock();
	}

	@Test
	void callbackMayReleaseItsLockItself() {
		TestNode node = node();
		String key = key("early-release");
		String result = node.template.execute(key, (lock) -> {
			assertThat(lock.release()).isTrue();
			return "done";
		});
		assertThat(result).isEqualTo("done");
	}

	@Test
	void handOffOfZeroTurnsHandOverOff() throws Exception {
		TestNode node = node(TestNode.SETTINGS.withHandOff(0, Duration.ofMillis(100)));
		String key = key("no-hand-over");
		List<Future<Object>> running = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			running.add(inThread(() -> {
				for (int round = 0; round < 10; round++) {
					node.template.execute(request(key), HeldLock::fencingToken);
				}
				return null;
			}));
		}
		for (Future<Object> thread : running) {
			thread.get();
		}
		assertThat(node.provider.releases).hasValue(40);
		assertThat(node.provider.yields).hasValue(0);
	}

}
