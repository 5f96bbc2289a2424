// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.distlock.contract.LineContract;
import io.distlock.contract.Renewed;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.testserver.ConsulServer;
import org.awaitility.Awaitility;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What only the Consul provider has, beside the contract of lines: shared sessions,
 * watches and connections.
 */
class ConsulLockProviderTests extends LineContract {

	private final HeldBackHttp calls = new HeldBackHttp();

	private ConsulStore store;

	private ConsulServer server;

	@BeforeEach
	void connect() {
		this.server = ConsulServer.shared();
		this.store = open(new ConsulStore(this.server.url()));
	}

	private ConsulLockProvider provider(ConsulClient client) {
		ConsulLockProvider provider = new ConsulLockProvider(client, ConsulLockProvider.DEFAULT_ROOT_PATH);
		open(provider::close);
		return provider;
	}

	@Override
	protected Wire wire() {
		return this.calls;
	}

	@Override
	protected List<String> below(String prefix) {
		return this.store.below(prefix);
	}

	@Override
	protected List<String> line(LockKey key) {
		return this.store.line(key);
	}

	@Override
	protected AutoCloseable putForeign(String key) {
		return this.store.put(key);
	}

	@Override
	protected ConsulLockProvider provider() {
		return provider(this.store.client());
	}

	@Override
	protected ConsulLockProvider watched() {
		return provider(new ConsulClient(this.calls, URI.create(this.server.url()), () -> ""));
	}

	/**
	 * Parallel streams and futures of the application may wait there.
	 */
	@Test
	void applicationThatBlocksTheCommonPoolStillLocks() {
		CountDownLatch leave = new CountDownLatch(1);
		ForkJoinPool pool = ForkJoinPool.commonPool();
		for (int i = 0; i < 2 * ForkJoinPool.getCommonPoolParallelism(); i++) {
			pool.execute(() -> await(leave));
		}
		try {
			ConsulLockProvider provider = provider();
			for (int i = 0; i < 5; i++) {
				LockKey key = key("blocked");
				assertThat(provider.release(key, take(provider, key).owner())).isTrue();
			}
		}
		finally {
			leave.countDown();
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void uncontendedLockIsTwoRequests() {
		ConsulLockProvider provider = watched();
		LockKey key = key("cycle");
		provider.release(key, take(provider, key).owner());
		long before = this.calls.count("txn");
		for (int i = 0; i < 50; i++) {
			assertThat(provider.release(key, take(provider, key).owner())).isTrue();
		}
		assertThat(this.calls.count("txn") - before).isEqualTo(100);
		assertThat(this.calls.count("kv")).isZero();
		assertThat(this.calls.count("session/create")).isOne();
	}

	@Test
	void manyLocksShareASessionAndAreRenewedInFewRequests() {
		ConsulLockProvider provider = watched();
		List<Lease> leases = IntStream.range(0, 300).mapToObj((i) -> take(provider, key("many-" + i))).toList();
		long transactions = this.calls.count("txn");
		long prolonged = this.calls.count("session/renew");
		assertThat(Renewed.lost(provider, leases)).isEmpty();
		assertThat(this.calls.count("session/create")).isOne();
		assertThat(this.calls.count("session/renew") - prolonged).isOne();
		assertThat(this.calls.count("txn") - transactions).isEqualTo(5);
	}

	/**
	 * The holder counts from its own request on, so an answer to an earlier one, which
	 * was long on its way, says too little.
	 */
	@Test
	void renewalIsNotAnsweredByWhatWasSentBeforeIt() {
		ConsulLockProvider provider = watched();
		Lease lease = take(provider, key("earlier"));
		this.calls.holdBackBelow("session/renew/");
		Renewed.start(provider, List.of(lease));
		Renewed.start(provider, List.of(lease));
		assertThat(this.calls.count("session/renew")).isEqualTo(2);
		this.calls.letGo();
	}

	@Test
	void lockThatIsGoneIsFoundAmongManyThatAreRenewed() {
		ConsulLockProvider provider = watched();
		List<Lease> leases = IntStream.range(0, 100).mapToObj((i) -> take(provider, key("some-" + i))).toList();
		List<Lease> gone = List.of(leases.get(3), leases.get(70), leases.get(99));
		gone.forEach((lease) -> this.store.delete(lease.key()));
		assertThat(Renewed.lost(provider, leases)).containsExactlyInAnyOrderElementsOf(gone);
	}

	@Test
	void placeThatIsMadeAfterItsReleaseIsRemovedByTheNextAttempt() {
		ConsulLockProvider provider = provider();
		LockKey key = key("stray");
		Lease held = take(provider, key);
		String path = pathOf(held);
		String session = this.store.session(path);
		provider.release(key, held.owner());
		this.store.put(path, "stray", session);
		Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> ask(provider, key).isPresent());
		assertThat(this.store.line(key)).hasSize(1);
	}

	@Override
	protected void endSession(String place) {
		this.store.endSession(this.store.session(place));
	}

	@Test
	void moreWaitersThanWatchesAreServed() throws Exception {
		ConsulLockProvider provider = watched();
		ConsulLockProvider other = provider();
		List<Lease> held = IntStream.range(0, 80).mapToObj((i) -> take(other, key("watched-" + i))).toList();
		List<Contender> waiting = new ArrayList<>();
		AtomicInteger woken = new AtomicInteger();
		for (Lease lease : held) {
			Contender contender = provider.contend(claim(lease.key()), woken::incrementAndGet);
			contender.attempt(owner());
			contender.attempt(owner());
			waiting.add(contender);
		}
		assertThat(waiting.get(79).attempt(owner()))
			.satisfies((busy) -> assertThat(((Attempt.Busy) busy).retryAfter()).isLessThan(Duration.ofSeconds(1)));
		held.forEach((lease) -> other.release(lease.key(), lease.owner()));
		Awaitility.await().atMost(PATIENCE).untilAtomic(woken, Matchers.greaterThanOrEqualTo(64));
		for (Contender contender : waiting) {
			Awaitility.await().atMost(PATIENCE).until(() -> contender.attempt(owner()) instanceof Attempt.Granted);
			contender.close();
		}
	}

	/**
	 * The agent would cut off all connections beyond 200.
	 */
	@Test
	void moreRequestsThanAnAgentTakesConnectionsWaitForEachOther() {
		ConsulServer limited = ConsulServer.start(1).get(0);
		open(limited);
		ConsulLockProvider provider = provider(ConsulClient.of(URI.create(limited.url())));
		ForkJoinPool threads = new ForkJoinPool(300);
		try {
			List<Lease> held = threads
				.submit(() -> IntStream.range(0, 600)
					.parallel()
					.mapToObj((i) -> take(provider, key("crowd-" + i)))
					.toList())
				.join();
			assertThat(held).hasSize(600);
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void attemptsThatAreRefusedLeaveNoRequestsBehind() {
		ConsulServer server = open(ConsulServer.startWithTokens());
		ConsulAdmin admin = new ConsulAdmin(server.url());
		String token = UUID.randomUUID().toString();
		admin.send("PUT", "/v1/acl/policy",
				"{\"Name\": \"sessions\", \"Rules\": \"session_prefix \\\"\\\" { policy = \\\"write\\\" }\"}");
		admin.send("PUT", "/v1/acl/token",
				"{\"SecretID\": \"%s\", \"Policies\": [{ \"Name\": \"sessions\" }]}".formatted(token));
		ConsulLockProvider provider = provider(new ConsulClient(this.calls, URI.create(server.url()), () -> token));
		for (int i = 0; i < 20; i++) {
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider, key("refused")))
				.withMessageContaining("The token may not do this");
		}
		Awaitility.await()
			.during(Duration.ofSeconds(2))
			.atMost(PATIENCE)
			.until(() -> this.calls.count("session/create") == 1 && this.calls.count("txn") <= 40);
	}

	@Test
	void agentThatIsNotThereIsAFailureOfTheStore() {
		ConsulLockProvider provider = provider(ConsulClient.of(URI.create("http://127.0.0.1:1")));
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider, key("away")))
			.withMessageContaining("The agent does not respond")
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.TRANSIENT));
	}

}
