// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockRequest;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What all contracts share: nodes, keys and threads that are cleaned up after each test.
 *
 * @since 0.1.0
 */
public abstract class LockContract extends StoreContract {

	protected static final Duration SHORT = Duration.ofMillis(600);

	/**
	 * Of a lock that a test expects to be renewed in time, also on a busy machine.
	 */
	protected static final Duration LASTING = Duration.ofSeconds(3);

	/**
	 * Longer than anything takes on a busy machine.
	 */
	protected static final Duration PATIENCE = Duration.ofMinutes(1);

	/**
	 * How many times as many rounds and locks as each day, by the system property
	 * {@code distlock.test.scale}.
	 */
	protected static final int SCALE = Integer.getInteger("distlock.test.scale", 1);

	private final List<TestNode> nodes = new ArrayList<>();

	private final List<LockProvider> providers = new ArrayList<>();

	private final CountDownLatch testEnds = new CountDownLatch(1);

	private final String run = UUID.randomUUID().toString();

	@AfterEach
	void cleanUp() {
		LockContext.all().forEach(HeldLock::close);
		this.testEnds.countDown();
		this.nodes.forEach(TestNode::close);
		this.providers.forEach(LockProvider::close);
	}

	protected final TestNode node() {
		return node(TestNode.SETTINGS);
	}

	protected final TestNode node(LeaseSettings settings) {
		TestNode node = new TestNode(store(), settings);
		this.nodes.add(node);
		return node;
	}

	protected final String key(String name) {
		return name + ":" + this.run;
	}

	protected final LockRequest request(String key) {
		return LockRequest.of(key).waitTime(PATIENCE);
	}

	protected final LockRequest once(String key) {
		return LockRequest.of(key).waitTime(Duration.ZERO);
	}

	/**
	 * A request whose lease is not renewed.
	 */
	protected final LockRequest fixed(String key, Duration lease) {
		return request(key).leaseTime(lease).autoRenew(false);
	}

	/**
	 * Run a task in a thread of its own, that lives on to the end of the test.
	 */
	protected final <T> Future<T> inThread(Callable<T> task) {
		FutureTask<T> future = new FutureTask<>(task);
		Thread thread = new Thread(() -> {
			future.run();
			awaitQuietly(this.testEnds);
		});
		thread.setDaemon(true);
		thread.start();
		return future;
	}

	protected final <T> T inThreadAndWait(Callable<T> task) throws Exception {
		return inThread(task).get();
	}

	/**
	 * Skip a test that is about fencing tokens where the store has none.
	 */
	protected final void assumeFencingTokens() {
		Assumptions.assumeTrue(openProvider().hasFencingTokens(), "The provider has no fencing tokens");
	}

	/**
	 * Return the fencing token of a lock.
	 * @param lock the lock
	 * @return the token, zero where the store has none
	 */
	public static long token(HeldLock lock) {
		return lock.hasFencingToken() ? lock.fencingToken() : 0;
	}

	/**
	 * Check that tokens rise from grant to grant, where the store has any.
	 */
	protected final void assertRising(List<Long> tokens) {
		if (openProvider().hasFencingTokens()) {
			assertThat(tokens).as("tokens of one key: first = max(last + 1, clock in microseconds)")
				.isSorted()
				.doesNotHaveDuplicates()
				.allMatch((token) -> token > 0);
		}
		else {
			assertThat(tokens).as("fencing tokens of a store that has none").containsOnly(0L);
		}
	}

	static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	protected static void pause(Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		while (System.nanoTime() - end < 0) {
			LockSupport.parkNanos(end - System.nanoTime());
		}
	}

	/**
	 * Return what a provider lists, and skip the test where it lists nothing.
	 */
	protected static List<StoredLock> listed(LockProvider provider) {
		Assumptions.assumeTrue(provider instanceof LockCatalog, "The provider is no LockCatalog");
		return ((LockCatalog) provider).heldLocks(10_000);
	}

	/**
	 * Take a lock as a node would that dies at once: it is neither renewed nor released.
	 */
	protected final Lease crashedHolder(LockProvider provider, String key, Duration lease) {
		return hold(provider, key, lease, 33);
	}

	/**
	 * Take a free lock.
	 * @param tokens how many tokens to ask for; a store may grant fewer
	 */
	protected final Lease hold(LockProvider provider, String key, Duration lease, int tokens) {
		try (Contender contender = provider.contend(claim(key, lease, tokens), () -> {
		})) {
			Attempt attempt = firstAnswer(contender, owner());
			if (attempt instanceof Attempt.Granted granted) {
				return granted.lease();
			}
			throw new AssertionError(
					"Lock '%s' is free, but the provider did not grant it: %s".formatted(key, attempt));
		}
	}

	/**
	 * Take a lock that is kept free for the waiter that was woken, for a moment, though
	 * it has left.
	 * @param tokens how many tokens to ask for; a store may grant fewer
	 */
	protected final Lease holdSoon(LockProvider provider, String key, Duration lease, int tokens) {
		try (Contender contender = provider.contend(claim(key, lease, tokens), () -> {
		})) {
			Attempt granted = Awaitility.await("grant of a lock that is free")
				.atMost(PATIENCE)
				.until(() -> contender.attempt(owner()), Attempt.Granted.class::isInstance);
			return ((Attempt.Granted) granted).lease();
		}
	}

	/**
	 * Ask until there is an answer: a store may still be connecting, or slow on a busy
	 * machine. What was granted without an answer is granted to the same owner again.
	 */
	static Attempt firstAnswer(Contender contender, LockOwner owner) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (true) {
			try {
				return contender.attempt(owner);
			}
			catch (LockStoreException ex) {
				if (System.nanoTime() - end >= 0) {
					throw ex;
				}
			}
		}
	}

	/**
	 * Wait for a lock that is held, as one more node, so that the store knows.
	 */
	protected final Contender waiting(LockProvider provider, String key) {
		Contender contender = provider.contend(claim(key, PATIENCE, 33), () -> {
		});
		for (int i = 0; i < 3; i++) {
			assertThat(firstAnswer(contender, owner())).as("an attempt to take lock '%s', which is held", key)
				.isInstanceOf(Attempt.Busy.class);
		}
		return contender;
	}

	protected static LockClaim claim(String key, Duration lease, int tokens) {
		return LockClaim.of(TestNode.key(key), lease, tokens, "crashed");
	}

	protected static LockOwner owner() {
		return new LockOwner(UUID.randomUUID().toString());
	}

	/**
	 * Return the provider of one more node. It is closed after the test.
	 */
	protected final LockProvider openProvider() {
		LockProvider provider = store().newProvider();
		this.providers.add(provider);
		return provider;
	}

}
