// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.HoldRules;
import io.distlock.provider.HoldRules.InForce;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import io.distlock.provider.StoredLock;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Where the number of permits is kept: apart from the container of the key, which the
 * server removes when it is empty.
 */
@Tag("safety")
class PermitsInForceTests {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final String TABLES = "/distlock/permits/";

	private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.125Z");

	private final ZooKeeperStore store = new ZooKeeperStore(ZooKeeperServers.shared().getConnectString(),
			Duration.ofSeconds(30));

	private final List<LockProvider> providers = new ArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final String prefix = "permits-" + UUID.randomUUID();

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.providers.forEach(LockProvider::close);
		this.store.close();
	}

	private LockProvider provider() {
		LockProvider provider = this.store.newProvider();
		this.providers.add(provider);
		return provider;
	}

	private LockKey key(String name) {
		return new LockKey(this.prefix, name, LockMode.PERMIT);
	}

	private static Optional<Lease> ask(LockProvider provider, LockKey key, Permits permits) {
		LockClaim claim = LockClaim.of(key, LEASE, 1, "holder").withPermits(permits);
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			Attempt attempt = contender.attempt(new LockOwner(UUID.randomUUID().toString()));
			return (attempt instanceof Attempt.Granted granted) ? Optional.of(granted.lease()) : Optional.empty();
		}
	}

	private static String table(LockKey key) {
		return TABLES + "%02x".formatted(key.encoded(200).hashCode() & 0xff);
	}

	private Map<String, InForce> read(LockKey key) throws Exception {
		return PermitsInForce.read(this.store.operator().getData().forPath(table(key)));
	}

	@Test
	void numberOutlivesTheContainerOfTheKey() {
		LockKey key = key("idle");
		LockProvider provider = provider();
		Lease only = ask(provider, key, new Permits(1, 2)).orElseThrow();
		provider.release(key, only.owner(), 0);
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.until(() -> this.store.operator().checkExists().forPath(ZooKeeperStore.path(key)) == null);
		LockProvider older = provider();
		assertThat(ask(older, key, new Permits(9, 1))).isPresent();
		assertThat(ask(older, key, new Permits(9, 1))).isEmpty();
	}

	@Test
	void nodesThatWriteTheSameTableLoseNoNumber() throws Exception {
		List<LockKey> keys = IntStream.iterate(0, (i) -> i + 1)
			.mapToObj((i) -> key("same-" + i))
			.filter((key) -> table(key).equals(table(key("same-0"))))
			.limit(12)
			.toList();
		LockProvider first = provider();
		LockProvider second = provider();
		List<Future<Optional<Lease>>> all = new ArrayList<>();
		for (int i = 0; i < keys.size(); i++) {
			LockKey key = keys.get(i);
			Permits permits = new Permits(i + 1, 7);
			all.add(this.threads.submit(() -> ask(first, key, permits)));
			all.add(this.threads.submit(() -> ask(second, key, permits)));
		}
		for (Future<Optional<Lease>> one : all) {
			one.get();
		}
		Map<String, InForce> table = read(keys.get(0));
		assertThat(keys).map((key) -> table.get(key.encoded(200)))
			.map((number) -> (number != null) ? number.permits() : null)
			.isEqualTo(IntStream.rangeClosed(1, keys.size()).mapToObj((i) -> new Permits(i, 7)).toList());
	}

	@Test
	void nodeThatHoldsSomethingElseIsNamedAsPermanent() throws Exception {
		LockKey key = key("broken");
		LockProvider provider = provider();
		ask(provider, key, new Permits(1, 1)).orElseThrow();
		byte[] before = this.store.operator().getData().forPath(table(key));
		this.store.operator().setData().forPath(table(key), "what is this".getBytes());
		try {
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ask(provider, key, new Permits(1, 1)))
				.withMessageContaining(table(key))
				.withMessageContaining("Delete it")
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.PERMANENT));
			assertThat(((LockCatalog) provider).heldLocks(10_000)).extracting(StoredLock::key)
				.contains(key.encoded(200));
		}
		finally {
			this.store.operator().setData().forPath(table(key), before);
		}
	}

	@Test
	void tableKeepsWhatCountsAndForgetsTheRest() {
		InForce ended = new InForce(new Permits(3, 1), NOW);
		InForce counts = new InForce(new Permits(5, Long.MAX_VALUE), NOW.plusMillis(1));
		InForce brought = new InForce(new Permits(8, 2), NOW.plus(HoldRules.PERMITS_KEPT));
		Map<String, InForce> table = PermitsInForce.with(Map.of("p:ended", ended, "p:counts", counts), "p:new", brought,
				NOW);
		assertThat(PermitsInForce.read(PermitsInForce.bytes(table)))
			.isEqualTo(Map.of("p:counts", counts, "p:new", brought));
		assertThat(PermitsInForce.read(new byte[0])).isEmpty();
	}

	@Test
	void tableThatNoServerWouldTakeIsRefused() {
		InForce number = new InForce(new Permits(5, 1), NOW);
		Map<String, InForce> table = Map.of("k".repeat(1_000_000), number);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> PermitsInForce.bytes(table))
			.withMessageContaining("Use fewer keys");
	}

}
