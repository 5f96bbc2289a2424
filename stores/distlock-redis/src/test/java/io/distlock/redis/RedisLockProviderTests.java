// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.Renewed;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TestNode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.KeyScan;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.wakeup.RedisWakeUps;
import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is special about Redis: what goes over the wire, what a server forgets, refuses or
 * lacks, and nodes on different clients.
 */
@Tag("timing")
class RedisLockProviderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/**
	 * With these no waiter asks again within a test, unless it hears something.
	 */
	private static final RedisLockSettings DEAF = RedisLockSettings.defaults()
		.withMaxPollInterval(Duration.ofMinutes(1));

	private static final Set<String> INSIDE_SCRIPTS = Set.of("get", "set", "exists", "pexpire", "pttl", "time", "zadd",
			"zpopmin", "zrank", "zrem", "zscore", "publish");

	private static RedisServer server;

	private final List<AutoCloseable> opened = new ArrayList<>();

	@BeforeAll
	static void startServer() {
		server = new RedisServer("--appendonly", "yes", "--appendfsync", "always").start();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@BeforeEach
	void flush() {
		server.send("FLUSHALL");
	}

	@AfterEach
	void close() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	@Test
	void nodesOnDifferentClientsExcludeEachOther() throws Exception {
		List<TestNode> nodes = Stream.of(RedisClients.values()).map(this::node).toList();
		AtomicInteger inside = new AtomicInteger();
		List<Long> tokens = new java.util.concurrent.CopyOnWriteArrayList<>();
		List<Future<Object>> running = new ArrayList<>();
		for (TestNode node : nodes) {
			running.add(inThread(() -> {
				for (int i = 0; i < 50; i++) {
					node.template.executeWithoutResult(patient("shared"), (lock) -> {
						assertThat(inside.incrementAndGet()).isEqualTo(1);
						tokens.add(lock.fencingToken());
						inside.decrementAndGet();
					});
				}
				return null;
			}));
		}
		for (Future<Object> each : running) {
			each.get(1, TimeUnit.MINUTES);
		}
		assertThat(tokens).hasSize(150).isSorted().doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@EnumSource
	void releaseOnAnyClientIsHeardOnEveryOther(RedisClients waitingClient) throws Exception {
		TestNode waiter = node(waitingClient, DEAF);
		for (RedisClients holdingClient : RedisClients.values()) {
			TestNode holder = node(holdingClient, DEAF);
			String key = "heard-" + holdingClient;
			HeldLock held = holder.template.acquire(patient(key).leaseTime(Duration.ofMinutes(10)));
			int attempts = waiter.provider.attempts.get();
			Future<HeldLock> waiting = inThread(() -> waiter.template.acquire(patient(key)));
			Awaitility.await().atMost(PATIENCE).until(() -> waiter.provider.attempts.get() >= attempts + 2);
			assertThat(held.release()).isTrue();
			assertThat(waiting.get(60, TimeUnit.SECONDS).release()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource
	void freeLockCostsOneCommandToTakeAndOneToRelease(RedisClients client) {
		TestNode node = node(client);
		node.template.acquire("warm-up").close();
		server.send("CONFIG", "RESETSTAT");
		for (int i = 0; i < 100; i++) {
			node.template.acquire("counted").close();
		}
		assertThat(calls("evalsha")).isEqualTo(200);
		assertThat(commands()).containsExactly("evalsha");
	}

	@ParameterizedTest
	@EnumSource
	void serverThatForgotTheScriptsGetsThemAgain(RedisClients client) {
		TestNode node = node(client);
		HeldLock before = node.template.acquire("scripts");
		server.send("SCRIPT", "FLUSH");
		assertThat(before.release()).isTrue();
		server.send("SCRIPT", "FLUSH");
		HeldLock after = node.template.acquire("scripts");
		assertThat(after.fencingToken()).isGreaterThan(before.fencingToken());
		server.send("SCRIPT", "FLUSH");
		assertThat(provider(client).heldLocks(10)).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void listingEndsInTimeAmongTheKeysOfOthersAndSaysSo(RedisClients client) {
		HeldLock held = node(client).template.acquire("needle");
		server.send("EVAL", "for i = 1, 20000 do redis.call('set', 'other:' .. i, '') end", "0");
		try (RedisClients.Client connection = client.connect(server.host(), server.port());
				RedisTransport transport = connection.transports().get()) {
			KeyScan cut = transport.scan("none:*", 10, Duration.ZERO);
			assertThat(cut.keys()).isEmpty();
			assertThat(cut.complete()).isFalse();
			KeyScan all = transport.scan(RedisKeys.locks(""), 10, Duration.ofMinutes(1));
			assertThat(all.keys()).containsExactly(new RedisKeys(TestNode.key("needle")).lock());
			assertThat(all.complete()).isTrue();
			KeyScan some = transport.scan("other:*", 10, Duration.ofMinutes(1));
			assertThat(some.keys()).hasSize(10).allMatch((key) -> key.startsWith("other:"));
			assertThat(some.complete()).isFalse();
		}
		assertThat(held.release()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void listingThatWasCutIsTruncatedThoughItFoundNothing(RedisClients client) {
		server.send("EVAL", "for i = 1, 20000 do redis.call('set', 'other:' .. i, '') end", "0");
		try (RedisClients.Client connection = client.connect(server.host(), server.port())) {
			RedisLockProvider provider = new RedisLockProvider(hurried(connection.transports().get()),
					RedisLockSettings.defaults());
			LockListing listing = provider.heldLocks(LockQuery.first(10));
			assertThat(listing.locks()).isEmpty();
			assertThat(listing.truncated()).isTrue();
			provider.close();
		}
	}

	private static RedisTransport hurried(RedisTransport transport) {
		return (RedisTransport) Proxy.newProxyInstance(RedisTransport.class.getClassLoader(),
				new Class<?>[] { RedisTransport.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("scan")) {
						assertThat(arguments[2]).isEqualTo(KeyScan.MAX_SCAN_TIME);
						arguments[2] = Duration.ZERO;
					}
					return method.invoke(transport, arguments);
				});
	}

	@ParameterizedTest
	@EnumSource
	void tokensRiseThoughTheServerLosesEverything(RedisClients client) {
		TestNode node = node(client);
		List<Long> tokens = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			tokens.add(node.template.execute("flushed", HeldLock::fencingToken));
			server.send("FLUSHALL");
		}
		assertThat(tokens).isSorted().doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@EnumSource
	void lockOutlivesTheRestartOfAServerThatKeepsItsData(RedisClients client) {
		TestNode node = node(client);
		HeldLock held = node.template.acquire(patient("kept").leaseTime(Duration.ofMinutes(5)));
		server.restart();
		TestNode other = node(client);
		assertThat(other.template.tryAcquire(LockRequest.of("kept").waitTime(Duration.ofMillis(500)))).isEmpty();
		Awaitility.await()
			.atMost(PATIENCE)
			.ignoreExceptions()
			.until(() -> Renewed.lost(node.provider, List.of()).isEmpty());
		assertThat(held.isHeld()).isTrue();
		assertThat(held.release()).isTrue();
		HeldLock next = other.template.acquire(patient("kept"));
		assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
	}

	@ParameterizedTest
	@EnumSource
	void tokensRiseOverTheRestartOfAServerThatLosesItsData(RedisClients client) {
		TestNode node = node(client);
		HeldLock lost = node.template.acquire(patient("forgotten").leaseTime(Duration.ofSeconds(2)));
		server.restartEmpty();
		HeldLock next = node(client).template.acquire(patient("forgotten"));
		assertThat(next.fencingToken()).isGreaterThan(lost.fencingToken());
		Awaitility.await().atMost(PATIENCE).until(() -> !lost.isHeld());
		assertThat(next.isHeld()).isTrue();
		Awaitility.await()
			.atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(LockProviderException.class)
			.until(() -> node.template.tryAcquire("afterwards").isPresent());
	}

	@ParameterizedTest
	@EnumSource
	void waiterHearsAReleaseAfterItsConnectionWasCut(RedisClients client) throws Exception {
		TestNode holder = node(client);
		TestNode waiter = node(client);
		HeldLock held = holder.template.acquire(patient("cut").leaseTime(Duration.ofMinutes(10)));
		Future<HeldLock> waiting = inThread(() -> waiter.template.acquire(patient("cut")));
		Awaitility.await().atMost(PATIENCE).until(() -> listeners() == 1);
		server.send("CLIENT", "KILL", "TYPE", "pubsub");
		Awaitility.await().atMost(PATIENCE).until(() -> subscribers("cut") == 1);
		held.release();
		assertThat(waiting.get(60, TimeUnit.SECONDS).isHeld()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void allWaitersOfANodeShareOneConnectionAndLeaveNothing(RedisClients client) {
		TestNode holder = node(client);
		TestNode waiter = node(client);
		List<CompletableFuture<HeldLock>> waiting = new ArrayList<>();
		List<HeldLock> held = new ArrayList<>();
		for (int i = 0; i < 300; i++) {
			held.add(holder.template.acquire(patient("many-" + i)));
			waiting.add(waiter.template.acquireAsync(patient("many-" + i)).toCompletableFuture());
		}
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> held.stream().allMatch((lock) -> RecordedLocks.isWaitedFor(server, lock.key())));
		assertThat(channels()).isEqualTo(1);
		assertThat(listeners()).isEqualTo(1);
		held.forEach(HeldLock::close);
		waiting.forEach((next) -> next.join().close());
		Awaitility.await().atMost(PATIENCE).until(() -> channels() == 0);
		waiter.close();
		Awaitility.await().atMost(PATIENCE).until(() -> listeners() == 0);
	}

	@ParameterizedTest
	@EnumSource
	void channelThatIsLeftAndEnteredInQuickSuccessionIsHeard(RedisClients client) {
		AtomicInteger woken = new AtomicInteger();
		try (RedisWakeUps wakeUps = new RedisWakeUps(transport(client), (lock, lastToken) -> {
		})) {
			for (int i = 0; i < 200; i++) {
				Runnable passing = () -> {
				};
				wakeUps.listen("distlock:{quick}", passing);
				wakeUps.remove("distlock:{quick}", passing);
			}
			String channel = heard(wakeUps, woken::incrementAndGet);
			server.send("PUBLISH", channel, "distlock:{slow} 7");
			int before = woken.get();
			Awaitility.await().atMost(PATIENCE).until(() -> {
				server.send("PUBLISH", channel, "distlock:{quick} 7");
				return woken.get() > before;
			});
		}
	}

	@ParameterizedTest
	@EnumSource
	void messageForALockThatIsNotWaitedForIsPassedOn(RedisClients client) {
		BlockingQueue<String> strays = new LinkedBlockingQueue<>();
		try (RedisWakeUps wakeUps = new RedisWakeUps(transport(client),
				(lock, lastToken) -> strays.add(lock + " under " + lastToken))) {
			String channel = heard(wakeUps, () -> {
			});
			server.send("PUBLISH", channel, "distlock:{other} 0000000000000007");
			Awaitility.await().atMost(PATIENCE).until(() -> !strays.isEmpty());
			assertThat(strays).containsExactly("distlock:{other} under 0000000000000007");
		}
	}

	private static String heard(RedisWakeUps wakeUps, Runnable wakeUp) {
		Awaitility.await().atMost(PATIENCE).until(() -> wakeUps.listen("distlock:{quick}", wakeUp).startsWith("p"));
		return wakeUps.listen("distlock:{quick}", wakeUp).substring(1);
	}

	@ParameterizedTest
	@EnumSource
	void connectionIsClosedWhileMessagesArrive(RedisClients client) throws Exception {
		RedisTransport transport = transport(client);
		AtomicReference<String> channel = new AtomicReference<>("distlock:node:none");
		AtomicBoolean talking = new AtomicBoolean(true);
		Thread talker = new Thread(() -> {
			try (RedisConsole console = server.console()) {
				while (talking.get()) {
					console.send("PUBLISH", channel.get(), "distlock:{quick} 7");
				}
			}
		});
		talker.start();
		try {
			for (int i = 0; i < 20; i++) {
				AtomicInteger woken = new AtomicInteger();
				RedisWakeUps wakeUps = new RedisWakeUps(transport, (lock, lastToken) -> {
				});
				channel.set(heard(wakeUps, woken::incrementAndGet));
				int before = woken.get();
				Awaitility.await().atMost(PATIENCE).until(() -> woken.get() > before);
				assertThat(CompletableFuture.runAsync(wakeUps::close)).succeedsWithin(PATIENCE);
			}
		}
		finally {
			talking.set(false);
			talker.join();
		}
	}

	@ParameterizedTest
	@EnumSource
	void userWithoutTheRightToListenPolls(RedisClients client) throws Exception {
		server.send("ACL", "SETUSER", "default", "-subscribe");
		try {
			TestNode holder = node(client);
			TestNode waiter = node(client);
			HeldLock held = holder.template.acquire(patient("forbidden").leaseTime(Duration.ofMinutes(10)));
			Future<HeldLock> waiting = inThread(() -> waiter.template.acquire(patient("forbidden")));
			Awaitility.await().atMost(PATIENCE).until(() -> waiting.isDone() || waiter.provider.attempts.get() >= 5);
			assertThat(waiting).isNotDone();
			held.release();
			assertThat(waiting.get(60, TimeUnit.SECONDS).isHeld()).isTrue();
		}
		finally {
			server.send("ACL", "SETUSER", "default", "+@all");
		}
	}

	@ParameterizedTest
	@EnumSource
	void rightsThatTheMessageNamesAreEnough(RedisClients client) throws Exception {
		TestNode holder = node(client);
		TestNode waiter = node(client);
		LockProvider provider = provider(client);
		server.send("ACL", "SETUSER", "default", "-@all", "+acl", "+config|resetstat");
		try {
			String message = failure(provider).getMessage();
			assertThat(failure(provider).getOutcome()).isEqualTo(Outcome.PERMANENT);
			List<Object> rights = new ArrayList<>(List.of("ACL", "SETUSER", "default", "resetkeys", "resetchannels"));
			Stream.of(message.split("[ .]+")).filter((word) -> word.matches("[~&+].+")).forEach(rights::add);
			server.send(rights.toArray());
			HeldLock held = holder.template.acquire(patient("named-rights").leaseTime(Duration.ofMinutes(10)));
			Future<HeldLock> waiting = inThread(() -> waiter.template.acquire(patient("named-rights")));
			Awaitility.await().atMost(PATIENCE).until(() -> waiter.provider.attempts.get() >= 2);
			held.release();
			assertThat(waiting.get(60, TimeUnit.SECONDS).isHeld()).isTrue();
			assertThat(provider(client).heldLocks(10)).hasSize(1);
			for (LockRequest together : List.of(patient("read").shared(), patient("limited").permits(2))) {
				holder.template.acquire(together).close();
				assertThat(waiter.template.acquire(together).release()).isTrue();
			}
			HeldLock reading = holder.template.acquire(patient("read").shared());
			assertThat(((ForcedRelease) provider).forceRelease(TestNode.key("read"))).isPresent();
			assertThat(reading.release()).isFalse();
		}
		finally {
			server.send("ACL", "SETUSER", "default", "+@all", "~*", "&*");
		}
	}

	@ParameterizedTest
	@EnumSource
	void keyOfSomethingElseIsNamedAsTheCause(RedisClients client) {
		LockProvider provider = provider(client);
		server.send("RPUSH", "distlock:{contract:failing}", "x");
		assertThat(failure(provider).getOutcome()).isEqualTo(Outcome.PERMANENT);
		assertThat(failure(provider)).hasMessageContaining("distlock:{contract:failing}");
		assertThat(provider(client).heldLocks(10)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void serverThatIsDownIsNotABusyLock(RedisClients client) {
		LockProvider provider = provider(client);
		provider.release(TestNode.key("connected"), new LockOwner("nobody"));
		server.kill();
		try {
			long start = System.nanoTime();
			assertThat(failure(provider).getOutcome()).isNotEqualTo(Outcome.PERMANENT);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
		}
		finally {
			server.start();
		}
		Awaitility.await()
			.atMost(PATIENCE)
			.ignoreExceptions()
			.until(() -> !provider.release(TestNode.key("connected"), new LockOwner("nobody")));
	}

	@ParameterizedTest
	@EnumSource
	void serverThatDoesNotAnswerLeavesTheOutcomeUnknown(RedisClients client) {
		LockProvider provider = provider(client);
		provider.release(TestNode.key("connected"), new LockOwner("nobody"));
		server.freeze();
		try {
			assertThat(failure(provider).getOutcome()).isEqualTo(Outcome.UNKNOWN);
		}
		finally {
			server.thaw();
		}
	}

	private static LockStoreException failure(LockProvider provider) {
		LockClaim claim = LockClaim.of(TestNode.key("failing"), Duration.ofSeconds(1), 1, "node");
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			return org.assertj.core.api.Assertions.catchThrowableOfType(LockStoreException.class,
					() -> contender.attempt(new LockOwner(java.util.UUID.randomUUID().toString())));
		}
	}

	/**
	 * The server runs other requests between two scripts.
	 */
	@ParameterizedTest
	@EnumSource
	void scriptRenewsOneHundredLeasesAtMost(RedisClients client) {
		LockProvider provider = provider(client);
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 250; i++) {
			LockClaim claim = LockClaim.of(TestNode.key("renewed-" + i), PATIENCE, 1, "node");
			try (Contender contender = provider.contend(claim, () -> {
			})) {
				Attempt attempt = contender.attempt(new LockOwner("owner-" + i));
				leases.add(((Attempt.Granted) attempt).lease());
			}
		}
		Renewed.lost(provider, leases);
		long before = calls("evalsha");
		assertThat(Renewed.lost(provider, leases)).isEmpty();
		assertThat(calls("evalsha") - before).isEqualTo(3);
	}

	@ParameterizedTest
	@EnumSource
	void leasesOfSeveralDurationsAreRenewedTogetherEachForItsOwn(RedisClients clients) {
		LockProvider provider = provider(clients);
		List<Lease> leases = new ArrayList<>();
		for (int minutes = 1; minutes <= 3; minutes++) {
			LockKey key = TestNode.key("minutes-" + minutes);
			try (Contender contender = provider.contend(LockClaim.of(key, Duration.ofMinutes(minutes), 1, "node"),
					() -> {
					})) {
				Attempt attempt = contender.attempt(new LockOwner("owner-" + minutes));
				leases.add(((Attempt.Granted) attempt).lease());
			}
			server.send("PEXPIRE", new RedisKeys(key).lock(), "1000000");
		}
		assertThat(Renewed.lost(provider, leases)).isEmpty();
		for (Lease lease : leases) {
			long retention = (long) server.send("PTTL", new RedisKeys(lease.key()).lock())
					- lease.duration().toMillis();
			assertThat(retention).isBetween(RedisLockSettings.defaults().tokenRetention().toMillis() - 30_000,
					RedisLockSettings.defaults().tokenRetention().toMillis());
		}
	}

	private static LockRequest patient(String key) {
		return LockRequest.of(key).waitTime(PATIENCE);
	}

	private TestNode node(RedisClients client) {
		return node(client, RedisLockSettings.defaults());
	}

	private TestNode node(RedisClients clients, RedisLockSettings settings) {
		RedisClients.Client client = open(clients);
		TestNode node = new TestNode(new Nodes(client, settings), TestNode.SETTINGS);
		this.opened.add(node);
		return node;
	}

	private RedisLockProvider provider(RedisClients clients) {
		RedisLockProvider provider = open(clients).newProvider(RedisLockSettings.defaults());
		this.opened.add(provider);
		return provider;
	}

	private RedisTransport transport(RedisClients clients) {
		return open(clients).transports().get();
	}

	private RedisClients.Client open(RedisClients clients) {
		RedisClients.Client client = clients.connect(server.host(), server.port());
		this.opened.add(client);
		return client;
	}

	private static long listeners() {
		return server.send("CLIENT", "LIST", "TYPE", "pubsub")
			.toString()
			.lines()
			.filter((line) -> !line.isBlank())
			.count();
	}

	private static int channels() {
		return ((List<?>) server.send("PUBSUB", "CHANNELS", "distlock:node:*")).size();
	}

	private static long subscribers(String key) {
		return (long) server.send("ZCARD", new RedisKeys(TestNode.key(key)).queue()) * channels();
	}

	private static long calls(String command) {
		return statistics().filter((line) -> line.startsWith("cmdstat_" + command + ":"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
			.sum();
	}

	private static Set<String> commands() {
		return statistics().map((line) -> line.substring("cmdstat_".length(), line.indexOf(':')))
			.filter((command) -> !INSIDE_SCRIPTS.contains(command))
			.filter((command) -> !command.startsWith("config") && !"info".equals(command))
			.collect(Collectors.toSet());
	}

	private static Stream<String> statistics() {
		return server.send("INFO", "commandstats").toString().lines().filter((line) -> line.startsWith("cmdstat_"));
	}

	private static <T> Future<T> inThread(java.util.concurrent.Callable<T> task) {
		FutureTask<T> future = new FutureTask<>(task);
		Thread thread = new Thread(future);
		thread.setDaemon(true);
		thread.start();
		return future;
	}

	private record Nodes(RedisClients.Client client, RedisLockSettings settings) implements StoreUnderTest {

		@Override
		public LockProvider newProvider() {
			return this.client.newProvider(this.settings);
		}

		@Override
		public void delete(LockKey key) {
			throw new IllegalStateException("Only contracts do this");
		}

		@Override
		public void purge() {
			throw new IllegalStateException("Only contracts do this");
		}

		@Override
		public long size() {
			throw new IllegalStateException("Only contracts do this");
		}

	}

}
