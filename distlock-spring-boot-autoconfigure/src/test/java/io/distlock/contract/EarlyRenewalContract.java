package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.provider.EarlyRenewal;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The next block of tokens is asked for while the present one is handed over.
 */
public abstract class EarlyRenewalContract extends LockContract {

	private static final Duration LEASE = Duration.ofSeconds(20);

	private LockProvider provider;

	@BeforeEach
	void requireEarlyRenewal() {
		this.provider = store().newProvider();
		Assumptions.assumeTrue(this.provider instanceof EarlyRenewal, "The provider is no EarlyRenewal");
	}

	@AfterEach
	void closeProvider() {
		this.provider.close();
	}

	@Test
	void renewalBringsGreaterTokensOfTheSameOwner() {
		String key = key("ahead");
		Lease lease = crashedHolder(this.provider, key, LEASE);
		Lease renewed = renew(lease).orElseThrow();
		assertThat(renewed.owner()).isEqualTo(lease.owner());
		assertThat(renewed.firstToken()).isGreaterThan(lease.lastToken());
		assertThat(renewed.lastToken() - renewed.firstToken()).isEqualTo(32);
		assertThat(this.provider.renew(List.of(renewed))).isEmpty();
		assertThat(this.provider.release(renewed.key(), renewed.owner())).isTrue();
		assertThat(node().template.acquire(request(key)).fencingToken()).isGreaterThan(renewed.lastToken());
	}

	@Test
	void lockThatAnotherNodeWaitsForIsNeitherRenewedNorReleased() throws Exception {
		String key = key("ahead-awaited");
		Lease lease = crashedHolder(this.provider, key, LEASE);
		TestNode waiter = node();
		Future<HeldLock> waiting = inThread(() -> waiter.template.acquire(request(key)));
		Awaitility.await().atMost(PATIENCE).until(() -> waiter.provider.attempts.get() >= 2 && renew(lease).isEmpty());
		assertThat(this.provider.renew(List.of(lease))).as("leases that are lost").isEmpty();
		assertThat(waiting.isDone()).isFalse();
		assertThat(this.provider.release(lease.key(), lease.owner())).isTrue();
		assertThat(waiting.get().isHeld()).isTrue();
	}

	@Test
	void renewalThatComesAfterTheReleaseBringsNothingBack() {
		String key = key("ahead-late");
		Lease lease = crashedHolder(this.provider, key, LEASE);
		this.provider.release(lease.key(), lease.owner());
		assertThat(renew(lease)).isEmpty();
		HeldLock held = node().template.acquire(request(key));
		assertThat(renew(lease)).isEmpty();
		assertThat(held.release()).isTrue();
	}

	@Test
	void renewalThatFailsDoesNotDisturbHandOver() throws Exception {
		TestNode node = node();
		node.provider.beforeRenewalAhead(() -> {
			throw new LockStoreException("The store does not answer", Outcome.UNKNOWN, null);
		});
		assertThat(handOver(node, key("ahead-fails"))).isSorted().doesNotHaveDuplicates();
		assertThat(node.provider.yields).hasPositiveValue();
		assertThat(node.losses).isEmpty();
	}

	@Test
	void renewalThatIsAnsweredLateDoesNotDisturbHandOver() throws Exception {
		TestNode node = node();
		node.provider.beforeRenewalAhead(() -> pause(Duration.ofMillis(150)));
		assertThat(handOver(node, key("ahead-slow"))).isSorted().doesNotHaveDuplicates();
		assertThat(node.provider.renewalsAhead).hasPositiveValue();
		assertThat(node.losses).isEmpty();
		assertThat(node.engine.waiting()).isZero();
	}

	@Test
	void threadsGoOnWithTheTokensThatWereAskedForAhead() throws Exception {
		TestNode node = node();
		Awaitility.await("hand-overs of more than a block in a row without a word to the store")
			.atMost(PATIENCE)
			.untilAsserted(() -> {
				int yields = node.provider.yields.get();
				int ahead = node.provider.renewalsAhead.get();
				assertThat(handOver(node, key("ahead-used"))).isSorted().doesNotHaveDuplicates();
				assertThat(node.provider.yields.get() - yields).isLessThan(node.provider.renewalsAhead.get() - ahead);
			});
	}

	@Test
	void renewalThatHangsBeyondTheLeaseIsNoLossOfWhatWasReleasedInTime() throws Exception {
		LockRequest request = request(key("ahead-hangs")).leaseTime(Duration.ofSeconds(2));
		TestNode node = node();
		TestNode other = node();
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch answers = new CountDownLatch(1);
		node.provider.beforeRenewalAhead(() -> {
			asked.countDown();
			WatchdogContract.awaitQuietly(answers);
		});
		Future<Object> waiting = inThread(() -> {
			asked.await();
			other.template.executeWithoutResult(request, (lock) -> answers.countDown());
			return null;
		});
		List<Future<Object>> running = new ArrayList<>();
		for (int thread = 0; thread < 4; thread++) {
			running.add(inThread(() -> {
				while (!waiting.isDone()) {
					node.template.executeWithoutResult(request, HeldLock::assertHeld);
				}
				return null;
			}));
		}
		for (Future<Object> thread : running) {
			thread.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		waiting.get();
		assertThat(node.losses).as("losses of locks that were released in time").isEmpty();
	}

	private List<Long> handOver(TestNode node, String key) throws Exception {
		List<Long> tokens = Collections.synchronizedList(new ArrayList<>());
		List<Future<Object>> running = new ArrayList<>();
		AtomicBoolean start = new AtomicBoolean();
		for (int thread = 0; thread < 8; thread++) {
			running.add(inThread(() -> {
				Awaitility.await().atMost(PATIENCE).until(start::get);
				for (int round = 0; round < 100; round++) {
					node.template.executeWithoutResult(request(key), (lock) -> tokens.add(lock.fencingToken()));
				}
				return null;
			}));
		}
		start.set(true);
		for (Future<Object> thread : running) {
			thread.get();
		}
		assertThat(tokens).hasSize(800);
		return tokens;
	}

	private Optional<Lease> renew(Lease lease) {
		return ((EarlyRenewal) this.provider).renewUnlessAwaited(lease,
				new LockClaim(lease.key(), LEASE, 33, "test-node"));
	}

}
