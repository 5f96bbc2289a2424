// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.distlock.LockMode;
import io.distlock.contract.Renewed;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import io.distlock.testserver.ConsulServer;
import org.awaitility.Awaitility;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What only the Consul provider has: shared sessions, requests that arrive late, watches.
 */
@Tag("safety")
@Tag("proof")
class ConsulLockProviderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration LEASE = Duration.ofSeconds(20);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final HeldBackHttp calls = new HeldBackHttp();

	private final String prefix = "consul-" + UUID.randomUUID();

	private ConsulStore store;

	private ConsulServer server;

	@BeforeEach
	void connect() {
		this.server = ConsulServer.shared();
		this.store = new ConsulStore(this.server.url());
		this.opened.add(this.store);
	}

	@AfterEach
	void close() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	private ConsulLockProvider provider(ConsulClient client) {
		ConsulLockProvider provider = new ConsulLockProvider(client, ConsulLockProvider.DEFAULT_ROOT_PATH);
		this.opened.add(provider::close);
		return provider;
	}

	private ConsulLockProvider provider() {
		return provider(this.store.client());
	}

	private ConsulLockProvider watched() {
		return provider(new ConsulClient(this.calls, URI.create(this.server.url()), () -> ""));
	}

	private LockKey key(String name) {
		return new LockKey(this.prefix, name);
	}

	private static LockClaim claim(LockKey key) {
		return new LockClaim(key, LEASE, 1, "holder");
	}

	private static LockOwner owner() {
		return new LockOwner(UUID.randomUUID().toString());
	}

	private static Optional<Lease> ask(LockProvider provider, LockKey key) {
		return ask(provider, claim(key));
	}

	private static Optional<Lease> ask(LockProvider provider, LockClaim claim) {
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			return (contender.attempt(owner()) instanceof Attempt.Granted granted) ? Optional.of(granted.lease())
					: Optional.empty();
		}
	}

	private static Lease take(LockProvider provider, LockKey key) {
		return ask(provider, key).orElseThrow();
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

	@Test
	void lockThatIsGoneIsFoundAmongManyThatAreRenewed() {
		ConsulLockProvider provider = watched();
		List<Lease> leases = IntStream.range(0, 100).mapToObj((i) -> take(provider, key("some-" + i))).toList();
		List<Lease> gone = List.of(leases.get(3), leases.get(70), leases.get(99));
		gone.forEach((lease) -> this.store.delete(lease.key()));
		assertThat(Renewed.lost(provider, leases)).containsExactlyInAnyOrderElementsOf(gone);
	}

	@Test
	void placeThatIsMadeAfterItWasGivenUpIsNotMade() {
		ConsulLockProvider provider = watched();
		LockKey key = key("late");
		provider.release(key, take(provider, key).owner());
		this.calls.holdBack(1);
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> contender.attempt(owner()))
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.TRANSIENT));
		}
		Awaitility.await().atMost(PATIENCE).until(() -> !this.store.below("distlock/withdrawn/").isEmpty());
		assertThat(this.calls.isHoldingBack()).isTrue();
		this.calls.letGo();
		Awaitility.await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> this.store.line(key).isEmpty());
		assertThat(ask(provider(), key)).isPresent();
	}

	@Test
	void linesDoNotGetLongerWithEachLock() {
		ConsulLockProvider provider = provider();
		LockKey key = key("again");
		List<String> places = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			Lease held = take(provider, key);
			places.addAll(this.store.line(key));
			provider.release(key, held.owner());
		}
		assertThat(places).hasSize(20).containsOnly(places.get(0));
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

	@Test
	void releaseThatComesLateLeavesTheNextPlaceAlone() {
		ConsulLockProvider provider = watched();
		LockKey key = key("late-release");
		Lease first = take(provider, key);
		this.calls.holdBack(1);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> provider.release(key, first.owner()));
		assertThat(provider.release(key, first.owner())).isTrue();
		Lease second = take(provider, key);
		this.calls.letGo();
		assertThat(Renewed.lost(provider, List.of(second))).isEmpty();
		Awaitility.await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> this.store.line(key).size() == 1);
		assertThat(Renewed.lost(provider, List.of(second))).isEmpty();
	}

	@Test
	void endOfTheSharedSessionIsToldAndLosesItsLocksAndNoOthers() throws Exception {
		ConsulLockProvider provider = provider();
		List<LockOwner> lost = new CopyOnWriteArrayList<>();
		provider.addLossListener((Collection<LockOwner> owners) -> lost.addAll(owners));
		Lease held = take(provider, key("lost"));
		ConsulLockProvider other = provider();
		Lease kept = take(other, key("kept"));
		revoke(held.key());
		assertThat(Renewed.lost(provider, List.of(held))).containsExactly(held);
		assertThat(lost).containsExactly(held.owner());
		assertThat(Renewed.lost(other, List.of(kept))).isEmpty();
		Lease next = take(provider, key("lost"));
		assertThat(next.firstToken()).isGreaterThan(held.lastToken());
	}

	@Test
	void attemptAfterTheEndOfTheSharedSessionTakesANewOne() throws Exception {
		ConsulLockProvider provider = provider();
		Lease held = take(provider, key("first"));
		revoke(held.key());
		assertThat(ask(provider, key("second"))).isPresent();
		assertThat(provider.release(held.key(), held.owner())).isFalse();
	}

	@Test
	void waiterWhoseSharedSessionEndedStandsInLineAgain() throws Exception {
		LockKey key = key("waiter");
		ConsulLockProvider provider = provider();
		Lease held = take(provider(), key);
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			contender.attempt(owner());
			contender.attempt(owner());
			String place = this.store.line(key)
				.stream()
				.filter((path) -> !path.equals(pathOf(held)))
				.findFirst()
				.orElseThrow();
			revoke(place);
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> contender.attempt(owner()) instanceof Attempt.Busy && this.store.line(key).size() == 2);
		}
		Awaitility.await().atMost(PATIENCE).until(() -> this.store.line(key).size() == 1);
	}

	private String pathOf(Lease lease) {
		return this.store.line(lease.key()).get(0);
	}

	private void revoke(LockKey key) throws Exception {
		revoke(this.store.line(key).get(0));
	}

	private void revoke(String place) {
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

	@Test
	void morePermitsThanATransactionTakesAreEndedTogether() {
		ConsulLockProvider provider = provider();
		LockKey key = key("crowd").in(LockMode.PERMIT);
		LockClaim claim = new LockClaim(key, LEASE, 1, "holder", new Permits(200, 1));
		for (int i = 0; i < 150; i++) {
			assertThat(ask(provider, claim)).isPresent();
		}
		assertThat(this.store.line(key)).hasSize(150);
		assertThat(provider.forceRelease(key)).isPresent();
		assertThat(this.store.line(key)).isEmpty();
	}

	/**
	 * The agent would cut off all connections beyond 200.
	 */
	@Test
	void moreRequestsThanAnAgentTakesConnectionsWaitForEachOther() {
		ConsulServer limited = ConsulServer.start(1).get(0);
		this.opened.add(limited);
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
	void placeOfOneWhoGaveUpIsGoneBeforeItAsksAgain() {
		LockKey key = key("gave-up");
		LockProvider other = provider();
		take(other, key);
		LockProvider provider = provider();
		for (int i = 0; i < 50; i++) {
			assertThat(ask(provider, key)).isEmpty();
			assertThat(this.store.line(key)).hasSize(1);
		}
	}

	@Test
	void closedProviderWaitsForTheEndOfItsSession() {
		LockKey key = key("ends");
		take(provider(), key);
		ConsulLockProvider provider = watched();
		this.calls.holdBackEnds();
		askAndHoldBackTheRemoval(provider, key);
		awaitsWhatIsHeldBack(provider);
		assertThat(this.store.line(key)).hasSize(1);
	}

	@Test
	void closedProviderThatHoldsALockWaitsForRemovals() {
		LockKey key = key("removed");
		take(provider(), key);
		ConsulLockProvider provider = watched();
		take(provider, key("held"));
		askAndHoldBackTheRemoval(provider, key);
		awaitsWhatIsHeldBack(provider);
		assertThat(this.store.line(key)).hasSize(1);
	}

	private void askAndHoldBackTheRemoval(LockProvider provider, LockKey key) {
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			// Also when it is repeated.
			this.calls.holdBack(100);
		}
		Awaitility.await().atMost(PATIENCE).until(this.calls::isHoldingBack);
	}

	private void awaitsWhatIsHeldBack(LockProvider provider) {
		CompletableFuture<Void> closed = CompletableFuture.runAsync(provider::close);
		Awaitility.await().during(Duration.ofMillis(300)).atMost(PATIENCE).until(() -> !closed.isDone());
		this.calls.letGo();
		closed.join();
	}

	@Test
	void agentThatIsNotThereIsAFailureOfTheStore() {
		ConsulLockProvider provider = provider(ConsulClient.of(URI.create("http://127.0.0.1:1")));
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider, key("away")))
			.withMessageContaining("The agent does not respond")
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.TRANSIENT));
	}

}
