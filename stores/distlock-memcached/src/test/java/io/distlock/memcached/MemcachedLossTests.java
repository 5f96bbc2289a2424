// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockMode;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TestNode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.testserver.MemcachedServer;
import net.spy.memcached.KetamaConnectionFactory;
import net.spy.memcached.MemcachedClient;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What Memcached cannot promise, shown on real servers: the overlaps that the page
 * 'memcached' of the reference names, and that each is reported.
 */
@Tag("proof")
class MemcachedLossTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/**
	 * Longer than a test, so that no renewal comes in between.
	 */
	private static final Duration LONG = Duration.ofHours(1);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final String key = UUID.randomUUID().toString();

	@AfterEach
	void close() throws Exception {
		LockContext.all().forEach(HeldLock::close);
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	private MemcachedServer server(int megabytes) {
		MemcachedServer server = MemcachedServer.start(megabytes);
		this.opened.add(server);
		return server;
	}

	private TestNode node(MemcachedServer... servers) {
		List<InetSocketAddress> addresses = Arrays.stream(servers)
			.map((server) -> new InetSocketAddress("127.0.0.1", server.port()))
			.toList();
		TestNode node = new TestNode(new Servers(addresses), TestNode.SETTINGS);
		this.opened.add(node);
		return node;
	}

	private LockRequest request(Duration lease) {
		return LockRequest.of(this.key).waitTime(PATIENCE).leaseTime(lease);
	}

	@Test
	void serverThatRestartsGrantsTheLockAgainWhileItsHolderWorks() {
		MemcachedServer server = server(64);
		TestNode node = node(server);
		HeldLock held = node.template.acquire(request(LONG));
		server.kill();
		server.restart();
		HeldLock other = node(server).template.acquire(request(LONG));
		assertThat(held.isHeld() && other.isHeld()).as("two holders at once").isTrue();
		reconnect(node);
		assertThat(held.release()).as("release() of a lock that another owner has by now").isFalse();
		assertThat(node.template.tryAcquire(this.key)).isEmpty();
		assertThat(other.release()).isTrue();
	}

	/**
	 * A client learns from a request that its connection is gone.
	 */
	private void reconnect(TestNode node) {
		node.template.acquire(LockRequest.of("reconnect").waitTime(PATIENCE)).close();
	}

	@Test
	void nextRenewalReportsThatARestartHasTakenTheLock() {
		MemcachedServer server = server(64);
		TestNode node = node(server);
		HeldLock held = node.template.acquire(request(Duration.ofSeconds(30)));
		server.kill();
		server.restart();
		Awaitility.await().atMost(PATIENCE).until(() -> !node.losses.isEmpty());
		assertThat(held.isHeld()).isFalse();
		assertThat(node.losses.get(0).reason())
			.hasMessageContaining("(fencing token none, provider 'memcached', thread 'main')")
			.hasMessageContaining("the store says that it no longer belongs to this owner");
		assertThat(node(server).template.tryAcquire(this.key)).as("a lock that its holder must not restore")
			.isPresent();
	}

	@Test
	void serverThatIsFullEvictsTheLockWhileItsHolderWorks() throws Exception {
		MemcachedServer server = server(2);
		HeldLock held = node(server).template.acquire(request(LONG));
		TestNode waiting = node(server);
		MemcachedClient application = new MemcachedClient(new InetSocketAddress("127.0.0.1", server.port()));
		this.opened.add(application::shutdown);
		HeldLock other = Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> fill(application, waiting), (lock) -> lock != null);
		assertThat(held.isHeld() && other.isHeld()).as("two holders at once").isTrue();
		assertThat(held.release()).as("release() of a lock that another owner has by now").isFalse();
	}

	/**
	 * Store values that are about as large as a lock, and try to get the lock.
	 */
	private HeldLock fill(MemcachedClient application, TestNode waiting) throws Exception {
		List<Future<Boolean>> stored = new ArrayList<>();
		for (int i = 0; i < 10_000; i++) {
			stored.add(application.set("value:" + UUID.randomUUID(), 0, "x".repeat(30)));
		}
		for (Future<Boolean> each : stored) {
			each.get();
		}
		return waiting.template.tryAcquire(request(LONG).waitTime(Duration.ZERO)).orElse(null);
	}

	@Test
	void locksOfALostServerAreAskedForAtNoOther() {
		List<MemcachedServer> servers = List.of(server(64), server(64));
		TestNode node = node(servers.toArray(MemcachedServer[]::new));
		HeldLock held = node.template.acquire(request(LONG));
		MemcachedServer home = servers.stream().filter((server) -> has(server, this.key)).findFirst().orElseThrow();
		String elsewhere = keyOfAnother(node, home);
		home.kill();
		TestNode other = node(servers.toArray(MemcachedServer[]::new));
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> other.template.tryAcquire(request(LONG).waitTime(Duration.ofSeconds(5))))
			.withMessageContaining("Memcached server of lock '" + this.key + "'");
		assertThat(servers).filteredOn((server) -> server != home).noneMatch((server) -> has(server, this.key));
		assertThat(held.isHeld()).isTrue();
		assertThat(other.template.acquire(LockRequest.of(elsewhere).waitTime(PATIENCE)).isHeld()).isTrue();
		home.restart();
		assertThat(other.template.acquire(request(LONG)).isHeld()).as("a lock whose server has come back empty")
			.isTrue();
	}

	/**
	 * The client of an application, as spymemcached makes it by default.
	 */
	@Test
	void clientThatAsksOtherServersGivesLocksOfALostOneAway() throws Exception {
		List<MemcachedServer> servers = List.of(server(64), server(64));
		List<InetSocketAddress> addresses = servers.stream()
			.map((server) -> new InetSocketAddress("127.0.0.1", server.port()))
			.toList();
		MemcachedClient client = new MemcachedClient(new KetamaConnectionFactory(), addresses);
		this.opened.add(client::shutdown);
		HeldLock held = node(servers.toArray(MemcachedServer[]::new)).template.acquire(request(LONG));
		servers.stream().filter((server) -> has(server, this.key)).findFirst().orElseThrow().kill();
		LockProvider provider = new MemcachedLockProvider(client);
		LockClaim claim = LockClaim.of(TestNode.key(this.key), LONG, 1, "other");
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			Awaitility.await()
				.atMost(PATIENCE)
				.ignoreException(LockStoreException.class)
				.until(() -> contender.attempt(new LockOwner(UUID.randomUUID().toString())),
						Attempt.Granted.class::isInstance);
		}
		assertThat(held.isHeld()).as("two holders at once").isTrue();
	}

	/**
	 * Find a key that another server keeps.
	 */
	private static String keyOfAnother(TestNode node, MemcachedServer home) {
		for (int i = 0; i < 1000; i++) {
			String key = "elsewhere-" + i;
			if (node.template.execute(key, (lock) -> !has(home, key))) {
				return key;
			}
		}
		throw new AssertionError("All keys are of one server");
	}

	private static boolean has(MemcachedServer server, String key) {
		String path = MemcachedItems.path(TestNode.key(key));
		return !MemcachedServer.command(server.port(), "get " + path, "END").isEmpty();
	}

	@Test
	void serverThatStandsStillFailsRequestsAndLeavesNoLock() {
		MemcachedServer server = server(64);
		TestNode node = node(server);
		node.template.acquire(this.key).close();
		server.freeze();
		try {
			assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> node.template.tryAcquire(request(LONG).waitTime(Duration.ZERO)))
				.withMessageContaining("No answer within 3 s");
		}
		finally {
			server.thaw();
		}
		assertThat(node(server).template.acquire(request(LONG)).isHeld()).as("a lock whose late grant was withdrawn")
			.isTrue();
	}

	@Test
	void whatNeedsMemoryIsRefused() {
		TestNode node = node(server(64));
		HeldLock held = node.template.acquire(this.key);
		assertThat(held.hasFencingToken()).isFalse();
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(held::fencingToken)
			.withMessageContaining("Lock '" + this.key + "' has no fencing token: provider 'memcached'")
			.withMessageContaining("such as a database or Redis");
		for (LockRequest request : List.of(request(LONG).shared(), request(LONG).permits(2))) {
			assertThatIllegalArgumentException().isThrownBy(() -> node.template.tryAcquire(request))
				.withMessageContaining("provider 'memcached' supports only " + LockMode.EXCLUSIVE);
		}
	}

	/**
	 * Servers of a test.
	 *
	 * @param addresses where they are
	 */
	private record Servers(List<InetSocketAddress> addresses) implements StoreUnderTest {

		@Override
		public LockProvider newProvider() {
			return MemcachedLockProvider.connect(this.addresses);
		}

		@Override
		public void delete(LockKey key) {
			throw new UnsupportedOperationException();
		}

		@Override
		public long size() {
			throw new UnsupportedOperationException();
		}

	}

}
