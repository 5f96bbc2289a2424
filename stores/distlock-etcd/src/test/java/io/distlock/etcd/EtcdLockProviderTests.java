// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
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
import io.distlock.provider.StoredLock;
import io.distlock.testserver.EtcdServer;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.PutOption;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What only the etcd provider has: shared leases, requests that arrive late, rights.
 */
@Tag("safety")
@Tag("proof")
class EtcdLockProviderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration LEASE = Duration.ofSeconds(20);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final HeldBackCalls calls = new HeldBackCalls();

	private final String prefix = "etcd-" + UUID.randomUUID();

	private EtcdStore store;

	private EtcdServer server;

	@BeforeEach
	void connect() {
		this.server = EtcdServer.shared();
		this.store = new EtcdStore(this.server.url());
		this.opened.add(this.store);
	}

	@AfterEach
	void close() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	private EtcdLockProvider provider(Client client) {
		EtcdLockProvider provider = new EtcdLockProvider(client, EtcdLockProvider.DEFAULT_ROOT_PATH);
		this.opened.add(provider::close);
		return provider;
	}

	private EtcdLockProvider provider() {
		return provider(this.store.client());
	}

	private EtcdLockProvider watched() {
		Client client = Client.builder().endpoints(this.server.url()).interceptor(this.calls).build();
		this.opened.add(client);
		return provider(client);
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

	@Test
	void uncontendedLockIsTwoRequests() {
		EtcdLockProvider provider = watched();
		LockKey key = key("cycle");
		provider.release(key, take(provider, key).owner());
		int before = this.calls.count("Txn");
		for (int i = 0; i < 50; i++) {
			assertThat(provider.release(key, take(provider, key).owner())).isTrue();
		}
		assertThat(this.calls.count("Txn") - before).isEqualTo(100);
		assertThat(this.calls.count("Range")).isZero();
		assertThat(this.calls.count("LeaseGrant")).isOne();
	}

	@Test
	void manyLocksShareALeaseAndAreRenewedInFewRequests() {
		EtcdLockProvider provider = watched();
		List<Lease> leases = IntStream.range(0, 300).mapToObj((i) -> take(provider, key("many-" + i))).toList();
		int transactions = this.calls.count("Txn");
		int prolonged = this.calls.count("LeaseKeepAlive");
		assertThat(Renewed.lost(provider, leases)).isEmpty();
		assertThat(this.calls.count("LeaseGrant")).isOne();
		assertThat(this.calls.count("LeaseKeepAlive") - prolonged).isOne();
		assertThat(this.calls.count("Txn") - transactions).isEqualTo(3);
	}

	@Test
	void placeThatIsMadeAfterItWasGivenUpIsNotMade() {
		EtcdLockProvider provider = watched();
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
		EtcdLockProvider provider = provider();
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
	void placeThatIsMadeAfterItsReleaseIsRemovedByTheNextAttempt() throws Exception {
		EtcdLockProvider provider = provider();
		LockKey key = key("stray");
		Lease held = take(provider, key);
		String path = pathOf(held);
		KeyValue place = this.store.client().getKVClient().get(EtcdStore.bytes(path)).get().getKvs().get(0);
		provider.release(key, held.owner());
		PutOption lease = PutOption.builder().withLeaseId(place.getLease()).build();
		this.store.client().getKVClient().put(place.getKey(), place.getValue(), lease).get();
		Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> ask(provider, key).isPresent());
		assertThat(this.store.line(key)).hasSize(1);
	}

	@Test
	void releaseThatComesLateLeavesTheNextPlaceAlone() {
		EtcdLockProvider provider = watched();
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
	void endOfTheSharedLeaseIsToldAndLosesItsLocksAndNoOthers() throws Exception {
		EtcdLockProvider provider = provider();
		List<LockOwner> lost = new CopyOnWriteArrayList<>();
		provider.addLossListener((Collection<LockOwner> owners) -> lost.addAll(owners));
		Lease held = take(provider, key("lost"));
		EtcdLockProvider other = provider();
		Lease kept = take(other, key("kept"));
		revoke(held.key());
		assertThat(Renewed.lost(provider, List.of(held))).containsExactly(held);
		assertThat(lost).containsExactly(held.owner());
		assertThat(Renewed.lost(other, List.of(kept))).isEmpty();
		Lease next = take(provider, key("lost"));
		assertThat(next.firstToken()).isGreaterThan(held.lastToken());
	}

	@Test
	void attemptAfterTheEndOfTheSharedLeaseTakesANewOne() throws Exception {
		EtcdLockProvider provider = provider();
		Lease held = take(provider, key("first"));
		revoke(held.key());
		assertThat(ask(provider, key("second"))).isPresent();
		assertThat(provider.release(held.key(), held.owner())).isFalse();
	}

	@Test
	void waiterWhoseSharedLeaseEndedStandsInLineAgain() throws Exception {
		LockKey key = key("waiter");
		EtcdLockProvider provider = provider();
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

	private void revoke(String place) throws Exception {
		long lease = this.store.client().getKVClient().get(EtcdStore.bytes(place)).get().getKvs().get(0).getLease();
		this.store.client().getLeaseClient().revoke(lease).get();
	}

	@Test
	void moreLocksThanAnAnswerHoldsAreListed() {
		EtcdLockProvider provider = provider();
		List<String> taken = IntStream.range(0, 1010).parallel().mapToObj((i) -> {
			LockClaim claim = new LockClaim(key("listed-" + i), Duration.ofMinutes(5), 1, "holder");
			return ask(provider, claim).orElseThrow().key().encoded(400);
		}).toList();
		assertThat(provider.heldLocks(Integer.MAX_VALUE)).extracting(StoredLock::key).containsAll(taken);
		assertThat(provider.heldLocks(1005)).hasSize(1005);
		assertThat(provider.heldLocks(3)).hasSize(3);
	}

	@Test
	void morePermitsThanATransactionTakesAreEndedTogether() {
		EtcdLockProvider provider = provider();
		LockKey key = key("crowd").in(LockMode.PERMIT);
		LockClaim claim = new LockClaim(key, LEASE, 1, "holder", new Permits(200, 1));
		for (int i = 0; i < 150; i++) {
			assertThat(ask(provider, claim)).isPresent();
		}
		assertThat(this.store.line(key)).hasSize(150);
		assertThat(provider.forceRelease(key)).isPresent();
		assertThat(this.store.line(key)).isEmpty();
	}

	@Test
	void closedClientIsAFailureOfTheStore() {
		Client client = Client.builder().endpoints(this.server.url()).build();
		EtcdLockProvider provider = provider(client);
		Lease held = take(provider, key("closed-client"));
		client.close();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider, key("other")));
		assertThatExceptionOfType(LockStoreException.class)
			.isThrownBy(() -> provider.release(held.key(), held.owner()));
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> Renewed.lost(provider, List.of(held)));
	}

	@Test
	void closedProviderLeavesNothingBehind() {
		EtcdLockProvider provider = provider();
		LockKey key = key("closed");
		provider.release(key, take(provider, key).owner());
		provider.close();
		assertThat(this.store.line(key)).isEmpty();
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
	void closedProviderWaitsForTheEndOfItsLease() {
		LockKey key = key("ends");
		take(provider(), key);
		EtcdLockProvider provider = watched();
		this.calls.holdBackEnds();
		askAndHoldBackTheRemoval(provider, key);
		awaitsWhatIsHeldBack(provider);
		assertThat(this.store.line(key)).hasSize(1);
	}

	@Test
	void closedProviderThatHoldsALockWaitsForRemovals() {
		LockKey key = key("removed");
		take(provider(), key);
		EtcdLockProvider provider = watched();
		take(provider, key("held"));
		askAndHoldBackTheRemoval(provider, key);
		awaitsWhatIsHeldBack(provider);
		assertThat(this.store.line(key)).hasSize(1);
	}

	private void askAndHoldBackTheRemoval(LockProvider provider, LockKey key) {
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			this.calls.holdBack(1);
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
	void closedProviderDoesNotWaitForeverForAnswers() {
		LockKey key = key("silent");
		EtcdLockProvider provider = watched();
		this.calls.holdBackEnds();
		provider.release(key, take(provider, key).owner());
		assertThat(CompletableFuture.runAsync(provider::close)).succeedsWithin(PATIENCE);
	}

	@Test
	void noServerIsToldAtOnceWithWhatHelps() {
		Client client = Client.builder().endpoints("http://127.0.0.1:1").waitForReady(false).build();
		this.opened.add(client);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider(client), key("nowhere")))
			.withMessageContaining("Could not acquire")
			.withMessageContaining("No server responds")
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.TRANSIENT));
	}

}
