// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.distlock.contract.LineContract;
import io.distlock.contract.Renewed;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;
import io.distlock.testserver.EtcdServer;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.PutOption;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What only the etcd provider has, beside the contract of lines: shared leases, lists and
 * clients that are closed.
 */
class EtcdLockProviderTests extends LineContract {

	private final HeldBackCalls calls = new HeldBackCalls();

	private EtcdStore store;

	private EtcdServer server;

	@BeforeEach
	void connect() {
		this.server = EtcdServer.shared();
		this.store = open(new EtcdStore(this.server.url()));
	}

	private EtcdLockProvider provider(Client client) {
		EtcdLockProvider provider = new EtcdLockProvider(client, EtcdLockProvider.DEFAULT_ROOT_PATH);
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
	protected EtcdLockProvider provider() {
		return provider(this.store.client());
	}

	@Override
	protected EtcdLockProvider watched() {
		Client client = Client.builder().endpoints(this.server.url()).interceptor(this.calls).build();
		open(client);
		return provider(client);
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

	@Override
	protected void endSession(String place) throws Exception {
		long lease = this.store.client().getKVClient().get(EtcdStore.bytes(place)).get().getKvs().get(0).getLease();
		this.store.client().getLeaseClient().revoke(lease).get();
	}

	@Test
	void moreLocksThanAnAnswerHoldsAreListed() {
		EtcdLockProvider provider = provider();
		List<String> taken = IntStream.range(0, 1010).parallel().mapToObj((i) -> {
			LockClaim claim = LockClaim.of(key("listed-" + i), Duration.ofMinutes(5), 1, "holder");
			return ask(provider, claim).orElseThrow().key().encoded(400);
		}).toList();
		assertThat(provider.heldLocks(Integer.MAX_VALUE)).extracting(StoredLock::key).containsAll(taken);
		assertThat(provider.heldLocks(1005)).hasSize(1005);
		assertThat(provider.heldLocks(3)).hasSize(3);
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
		open(client);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider(client), key("nowhere")))
			.withMessageContaining("Could not acquire")
			.withMessageContaining("No server responds")
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.TRANSIENT));
	}

}
