// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.Renewed;
import io.distlock.contract.TestNode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.RedisClients;
import io.distlock.redis.TestNodes;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.testserver.redis.RedisMasters;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Locks on five masters, some of which are stopped, slow, emptied or the same.
 */
@Tag("timing")
@Tag("proof")
class RedlockProviderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final RedlockSettings SETTINGS = RedlockSettings.defaults()
		.withNodeTimeout(Duration.ofSeconds(2))
		.withQuarantine(Duration.ZERO);

	private final List<AutoCloseable> open = new ArrayList<>();

	private final RedisMasters masters = new RedisMasters();

	@BeforeEach
	void start() {
		this.masters.start();
	}

	@AfterEach
	void stop() throws Exception {
		for (AutoCloseable each : this.open) {
			each.close();
		}
		this.masters.close();
	}

	@Test
	void evenNumberOfNodesOrTooFewAreRefused() {
		for (int size : new int[] { 0, 1, 2, 4 }) {
			List<RedisServer> some = this.masters.all().subList(0, size);
			assertThatIllegalArgumentException().isThrownBy(() -> RedlockStore.of(some, SETTINGS).newProvider())
				.withMessageContaining("odd number of independent masters, but there are " + size);
		}
	}

	@Test
	void oneServerUnderTwoAddressesIsRefused() {
		RedisServer twice = this.masters.get(0);
		LockProvider provider = provider(List.of(twice, this.masters.get(1), twice), SETTINGS);
		this.masters.get(1).kill();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> attempt(provider, "twins", LEASE))
			.withMessageContaining("same one")
			.withMessageContaining("entries 1 and 3");
	}

	@Test
	void masterIsAskedAgainAfterMemoryWasShortForTheFirstRequest() {
		RedisServer master = this.masters.get(0);
		RedisClients.Client client = RedisClients.LETTUCE.connect(master.host(), master.port());
		this.open.add(client);
		AtomicBoolean shortOfMemory = new AtomicBoolean(true);
		RedlockNode node = new RedlockNode(0, client.transports().get(), new ConcurrentHashMap<>(), (task) -> {
			if (shortOfMemory.getAndSet(false)) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			task.run();
		});
		assertThat(node.introduce()).isCompletedExceptionally();
		assertThat(node.introduce()).succeedsWithin(PATIENCE);
	}

	/**
	 * That three leases are lost is an answer of as many numbers as one with a clock.
	 */
	@Test
	void lostLeasesAreNotTakenForTheClockOfAMaster() {
		List<RedisTransport> transports = this.masters.all().stream().map((master) -> {
			RedisClients.Client client = RedisClients.LETTUCE.connect(master.host(), master.port());
			this.open.add(client);
			return client.transports().get();
		}).toList();
		RedlockGroup group = new RedlockGroup(transports, SETTINGS);
		group.connect();
		long clock = group.clockMicros();
		List<Lease> lost = Stream.of("a", "b", "c")
			.map((name) -> Lease.of(TestNode.key(name), new LockOwner(name), LEASE, 1, 1))
			.toList();
		assertThat(group.ask(RedlockCalls.renew(lost)).awaitAll().replies().values())
			.allSatisfy((reply) -> assertThat(reply.values()).hasSize(3))
			.hasSize(transports.size());
		assertThat(group.clockMicros()).isGreaterThanOrEqualTo(clock);
	}

	@Test
	void minorityOfStoppedMastersChangesNothing() {
		TestNode node = node(SETTINGS);
		long before = node.template.execute(once("minority"), HeldLock::fencingToken);
		this.masters.get(0).kill();
		this.masters.get(1).freeze();
		TestNode other = node(SETTINGS);
		HeldLock held = node.template.acquire(LockRequest.of("minority").waitTime(PATIENCE));
		assertThat(held.fencingToken()).isGreaterThan(before);
		assertThat(other.template.tryAcquire(once("minority"))).isEmpty();
		assertThat(held.release()).isTrue();
		long after = other.template.execute(LockRequest.of("minority").waitTime(PATIENCE), HeldLock::fencingToken);
		System.out.printf("two of five masters stopped: tokens %d before, %d and %d after%n", before,
				held.fencingToken(), after);
		assertThat(after).isGreaterThan(held.fencingToken());
	}

	@Test
	void lockIsBusyAndTheStoreNotAwayWhereAMinorityFailsAtOnce() {
		TestNode node = node(SETTINGS);
		TestNode other = node(SETTINGS);
		other.template.execute(once("busy"), HeldLock::fencingToken);
		HeldLock held = node.template.acquire(LockRequest.of("busy").waitTime(PATIENCE));
		this.masters.get(0).kill();
		this.masters.get(1).kill();
		for (int i = 0; i < 20; i++) {
			assertThat(other.template.tryAcquire(once("busy"))).isEmpty();
		}
		assertThat(held.release()).isTrue();
	}

	@Test
	void majorityThatHasNothingToReleaseIsHeardAfterAMinorityThatFailsAtOnce() {
		LockProvider provider = connected(provider(this.masters.all(), SETTINGS));
		Lease lease = granted(attempt(provider, "deleted", LEASE));
		remove(lease, 5);
		this.masters.get(3).kill();
		this.masters.get(4).kill();
		for (int i = 0; i < 20; i++) {
			assertThat(provider.release(lease.key(), lease.owner())).isFalse();
		}
	}

	@Test
	void majorityOfStoppedMastersGrantsNothing() {
		TestNode node = node(SETTINGS);
		node.template.execute(once("majority"), HeldLock::fencingToken);
		this.masters.get(0).kill();
		this.masters.get(1).freeze();
		this.masters.get(2).kill();
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template.acquire(LockRequest.of("majority").waitTime(Duration.ofSeconds(2))))
			.withMessageContaining("2 of 5 masters");
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node(SETTINGS).template.tryAcquire(once("majority")));
		Awaitility.await().atMost(PATIENCE).until(() -> stored("majority", 3) + stored("majority", 4) == 0);
	}

	@Test
	void lockCanBeHadAgainWhenAMajorityIsBack() {
		TestNode node = node(SETTINGS);
		long before = node.template.execute(once("back"), HeldLock::fencingToken);
		List.of(0, 1, 2).forEach((index) -> this.masters.get(index).freeze());
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> node.template.tryAcquire(once("back")));
		List.of(0, 1, 2).forEach((index) -> this.masters.get(index).thaw());
		HeldLock held = node.template.acquire(LockRequest.of("back").waitTime(Duration.ofSeconds(10)));
		assertThat(held.fencingToken()).isGreaterThan(before);
	}

	@Test
	void holdLastsWhileAMajorityRenewsItAndEndsWithoutOne() {
		TestNode node = node(SETTINGS);
		HeldLock held = node.template
			.acquire(LockRequest.of("renewed").leaseTime(Duration.ofSeconds(6)).waitTime(PATIENCE));
		this.masters.get(3).kill();
		this.masters.get(4).freeze();
		TestNodes.awaitRenewals(node);
		assertThat(held.isHeld()).isTrue();
		this.masters.get(0).freeze();
		long frozen = System.nanoTime();
		Awaitility.await().atMost(PATIENCE).until(() -> !held.isHeld());
		long lost = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - frozen);
		System.out.printf("three of five masters stopped during a hold with a lease of 6 s: lost after %d ms%n", lost);
		Awaitility.await().atMost(PATIENCE).until(() -> node.losses.size() == 1);
	}

	@Test
	void whatOtherMastersHaveDecidedWaitsForNoneThatIsFrozen() {
		Duration patient = Duration.ofSeconds(10);
		LockProvider provider = provider(this.masters.all(),
				RedlockSettings.defaults().withNodeTimeout(patient).withQuarantine(Duration.ZERO));
		Lease kept = granted(attempt(provider, "kept", patient.multipliedBy(20)));
		Lease open = granted(attempt(provider, "open", patient.multipliedBy(20)));
		Lease gone = granted(attempt(provider, "gone", patient.multipliedBy(20)));
		remove(open, 2);
		remove(gone, 3);
		this.masters.get(4).freeze();
		Renewed renewed = Renewed.start(provider, List.of(open, kept, gone));
		Awaitility.await().atMost(PATIENCE).until(() -> renewed.outcome(kept) == Renewed.Outcome.KEPT);
		Awaitility.await().atMost(PATIENCE).until(() -> renewed.outcome(gone) == Renewed.Outcome.LOST);
		assertThat(renewed.outcome(open)).isEqualTo(Renewed.Outcome.UNTOLD);
		this.masters.get(4).thaw();
		Awaitility.await().atMost(PATIENCE).until(() -> renewed.outcome(open) == Renewed.Outcome.KEPT);
	}

	@Test
	void renewalThatAFrozenMasterWouldDecideIsUnknown() {
		LockProvider provider = provider(this.masters.all(), SETTINGS);
		Lease open = granted(attempt(provider, "open", LEASE));
		remove(open, 2);
		this.masters.get(4).freeze();
		Renewed renewed = Renewed.start(provider, List.of(open));
		Awaitility.await().atMost(PATIENCE).until(() -> renewed.outcome(open) == Renewed.Outcome.UNKNOWN);
	}

	/**
	 * Remove a lock from masters, all of which have it: a grant of a majority comes
	 * before the last of them is told.
	 */
	private void remove(Lease lease, int masters) {
		String key = new RedisKeys(lease.key()).lock();
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> this.masters.all().stream().allMatch((one) -> one.send("GET", key) != null));
		for (int i = 0; i < masters; i++) {
			this.masters.get(i).send("DEL", key);
		}
	}

	@Test
	void holdSurvivesARollingRestartWithoutData() {
		TestNode node = node(SETTINGS);
		HeldLock held = node.template
			.acquire(LockRequest.of("rolling").leaseTime(Duration.ofSeconds(3)).waitTime(PATIENCE));
		for (RedisServer master : this.masters.all()) {
			master.restart();
			int renewals = node.provider.renewals.get();
			Awaitility.await().atMost(PATIENCE).until(() -> node.provider.renewals.get() >= renewals + 2);
			assertThat(node(SETTINGS).template.tryAcquire(once("rolling"))).isEmpty();
		}
		assertThat(held.isHeld()).isTrue();
		assertThat(held.release()).isTrue();
	}

	@Test
	void masterThatForgotGrantsNothingUntilOldLeasesHaveEnded() {
		Duration quarantine = Duration.ofSeconds(3);
		Awaitility.await().atMost(PATIENCE).until(() -> isUpFor(quarantine.plusSeconds(1)));
		RedlockSettings settings = RedlockSettings.defaults()
			.withNodeTimeout(Duration.ofMillis(500))
			.withQuarantine(quarantine);
		Lease lease = granted(attempt(provider(this.masters.all(), settings), "forgotten", quarantine));
		long restarted = System.nanoTime();
		List.of(0, 1, 2).forEach((index) -> this.masters.get(index).restartEmpty());
		LockProvider other = provider(this.masters.all(), settings);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> attempt(other, "forgotten", quarantine))
			.withMessageContaining("distlock.redis.redlock.quarantine")
			.matches((ex) -> ex.getOutcome() == Outcome.TRANSIENT);
		Attempt next = Awaitility.await()
			.atMost(PATIENCE)
			.ignoreExceptions()
			.until(() -> attempt(other, "forgotten", quarantine), Attempt.Granted.class::isInstance);
		long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - restarted);
		System.out.printf("three of five masters restarted empty: last token %d before, first %d after %d ms%n",
				lease.lastToken(), granted(next).firstToken(), waited);
		assertThat(granted(next).firstToken()).isGreaterThan(lease.lastToken());
		assertThat(waited).isGreaterThanOrEqualTo(quarantine.toMillis());
	}

	@Test
	void leaseLongerThanTheQuarantineIsRefused() {
		LockProvider provider = provider(this.masters.all(),
				RedlockSettings.defaults()
					.withNodeTimeout(Duration.ofMillis(500))
					.withQuarantine(Duration.ofSeconds(3)));
		assertThatExceptionOfType(LockStoreException.class)
			.isThrownBy(() -> attempt(provider, "long", Duration.ofSeconds(4)))
			.withMessageContaining("distlock.redis.redlock.quarantine")
			.matches((ex) -> ex.getOutcome() == Outcome.PERMANENT);
	}

	@Test
	void tokensRiseOverMajoritiesThatOverlapInOneMaster() {
		LockProvider first = connected(provider(this.masters.all(), SETTINGS));
		LockProvider second = connected(provider(this.masters.all(), SETTINGS));
		List<Long> tokens = new ArrayList<>();
		for (int round = 0; round < 10; round++) {
			List<Integer> away = (round % 2 == 0) ? List.of(0, 1) : List.of(3, 4);
			away.forEach((index) -> this.masters.get(index).freeze());
			LockProvider provider = (round % 2 == 0) ? first : second;
			Lease lease = granted(attempt(provider, "overlap", LEASE));
			tokens.add(lease.firstToken());
			tokens.add(lease.lastToken());
			assertThat(provider.release(lease.key(), lease.owner())).isTrue();
			away.forEach((index) -> this.masters.get(index).thaw());
		}
		System.out.println("tokens over majorities that overlap in one master: " + tokens);
		assertThat(tokens).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void tokensRiseThoughTheProposalsOfTheMastersDiffer() {
		RedisKeys keys = new RedisKeys(TestNode.key("ahead"));
		long ahead = 4_000_000_000_000_000L;
		for (int i = 0; i < 5; i++) {
			this.masters.get(i).send("SET", keys.fence(), ahead + i * 100L);
		}
		LockProvider provider = provider(this.masters.all(), SETTINGS);
		List<Long> tokens = new ArrayList<>();
		for (int round = 0; round < 20; round++) {
			Lease lease = granted(attempt(provider, "ahead", LEASE));
			tokens.add(lease.firstToken());
			tokens.add(lease.lastToken());
			long confirmed = this.masters.all()
				.stream()
				.filter((master) -> Long.parseLong(master.send("GET", keys.fence()).toString().split(" ")[0]) >= lease
					.lastToken())
				.count();
			assertThat(confirmed).isGreaterThanOrEqualTo(3);
			assertThat(provider.release(lease.key(), lease.owner())).isTrue();
		}
		assertThat(tokens).isSorted().doesNotHaveDuplicates();
		assertThat(tokens.get(0)).isGreaterThan(ahead);
	}

	@Test
	void failedTryLeavesNothingOnAnyMaster() {
		LockProvider provider = provider(this.masters.all(), SETTINGS);
		RedisKeys keys = new RedisKeys(TestNode.key("split"));
		List.of(0, 1, 2)
			.forEach((index) -> this.masters.get(index)
				.send("SET", keys.lock(), "1 30000 somebody test-node", "PX", 30_000));
		assertThat(attempt(provider, "split", LEASE)).isInstanceOf(Attempt.Busy.class);
		Awaitility.await().atMost(PATIENCE).until(() -> stored("split", 3) + stored("split", 4) == 0);
	}

	@Test
	void manyThreadsOnThreeNodesNeverHoldTogether() {
		List<TestNode> nodes = List.of(node(SETTINGS), node(SETTINGS), node(SETTINGS));
		List<Long> tokens = new ArrayList<>();
		List<CompletableFuture<Void>> running = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			TestNode node = nodes.get(i % nodes.size());
			running.add(CompletableFuture.runAsync(() -> {
				for (int round = 0; round < 50; round++) {
					node.template.executeWithoutResult(LockRequest.of("stress").waitTime(PATIENCE),
							(lock) -> tokens.add(lock.fencingToken()));
				}
			}));
		}
		running.forEach(CompletableFuture::join);
		assertThat(tokens).hasSize(300).isSorted().doesNotHaveDuplicates();
	}

	private boolean isUpFor(Duration time) {
		return this.masters.all()
			.stream()
			.allMatch((master) -> Integer.parseInt(master.info("uptime_in_seconds")) > time.toSeconds());
	}

	private long stored(String key, int master) {
		return (Long) this.masters.get(master).send("EXISTS", new RedisKeys(TestNode.key(key)).lock());
	}

	private TestNode node(RedlockSettings settings) {
		TestNode node = new TestNode(RedlockStore.of(this.masters.all(), settings), TestNode.SETTINGS);
		this.open.add(node);
		return node;
	}

	private LockProvider provider(List<RedisServer> servers, RedlockSettings settings) {
		LockProvider provider = RedlockStore.of(servers, settings).newProvider();
		this.open.add(provider);
		return provider;
	}

	/**
	 * Wait until all masters have granted a lock, which takes a busy machine its time.
	 */
	private LockProvider connected(LockProvider provider) {
		String key = "connected-" + UUID.randomUUID();
		String fence = new RedisKeys(TestNode.key(key)).fence();
		Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreException(LockStoreException.class).until(() -> {
			if (attempt(provider, key, LEASE) instanceof Attempt.Granted granted) {
				provider.release(granted.lease().key(), granted.lease().owner());
			}
			return this.masters.all().stream().allMatch((master) -> master.send("GET", fence) != null);
		});
		return provider;
	}

	private static LockRequest once(String key) {
		return LockRequest.of(key).waitTime(Duration.ZERO);
	}

	private static Attempt attempt(LockProvider provider, String key, Duration lease) {
		LockClaim claim = LockClaim.of(TestNode.key(key), lease, 33, "test-node");
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			return contender.attempt(new LockOwner(UUID.randomUUID().toString()));
		}
	}

	private static Lease granted(Attempt attempt) {
		assertThat(attempt).isInstanceOf(Attempt.Granted.class);
		return ((Attempt.Granted) attempt).lease();
	}

}
