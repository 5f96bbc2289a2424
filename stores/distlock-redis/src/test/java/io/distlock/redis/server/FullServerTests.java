// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.server;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.Renewed;
import io.distlock.contract.TestNode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import io.distlock.redis.RedisClients;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.TestNodes;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.testserver.redis.RedisReplication;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Servers whose memory is full, and which refuse writes or evict keys.
 */
@Tag("timing")
class FullServerTests {

	private static final Duration SERVICE = Duration.ofSeconds(10);

	private static final Instant SIX = Instant.parse("2026-03-01T06:00:00Z");

	private static final LockKey JOB = TestNode.key("cluster-job:report");

	private static final ReplicaSettings NONE = ReplicaSettings.defaults();

	private static final ReplicaSettings ONE = NONE.withAck(1).withTimeout(Duration.ofSeconds(2));

	private final TestNodes nodes = new TestNodes();

	@AfterEach
	void close() throws Exception {
		this.nodes.close();
	}

	@ParameterizedTest
	@EnumSource
	void renewsAndReleases(RedisClients client) {
		RedisServer server = server();
		assertRenewedAndReleased(server, provider(client, server, NONE));
	}

	@ParameterizedTest
	@EnumSource(names = "REDISSON", mode = EnumSource.Mode.EXCLUDE)
	void renewsAndReleasesWhatReplicasAcknowledge(RedisClients client) {
		RedisServer master = this.nodes.add(new RedisReplication()).start().master();
		assertRenewedAndReleased(master, provider(client, master, ONE));
	}

	/**
	 * A server without memory refuses all commands of a transaction.
	 */
	@Test
	void doesNotRenewInATransactionOfRedisson() {
		RedisServer master = this.nodes.add(new RedisReplication()).start().master();
		RedisLockProvider provider = provider(RedisClients.REDISSON, master, ONE);
		Lease lease = granted(provider, claim("alone", LockMode.EXCLUSIVE));
		fill(master);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> Renewed.lost(provider, List.of(lease)))
			.withMessageContaining("memory is full")
			.satisfies((failure) -> assertThat(failure.getOutcome()).isEqualTo(Outcome.TRANSIENT));
		assertThat(provider.release(lease.key(), lease.owner())).isTrue();
		assertThat(provider.heldLocks(10)).isEmpty();
	}

	private static void assertRenewedAndReleased(RedisServer server, RedisLockProvider provider) {
		List<Lease> leases = List.of(granted(provider, claim("alone", LockMode.EXCLUSIVE)),
				granted(provider, claim("read", LockMode.SHARED)), granted(provider, claim("read", LockMode.SHARED)),
				granted(provider, claim("limited", LockMode.PERMIT)));
		fill(server);
		assertThat(Renewed.lost(provider, leases)).isEmpty();
		assertThat(Renewed.lost(provider, leases)).isEmpty();
		assertThat(leases).allMatch((lease) -> provider.release(lease.key(), lease.owner()));
		assertThat(provider.heldLocks(10)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void reportsWhatIsHeldAsBusy(RedisClients client) {
		RedisServer server = server();
		RedisLockProvider provider = provider(client, server, NONE);
		for (LockMode mode : LockMode.values()) {
			LockMode held = (mode == LockMode.SHARED) ? LockMode.EXCLUSIVE : mode;
			granted(provider, claim("busy-" + mode, held));
		}
		fill(server);
		for (LockMode mode : LockMode.values()) {
			assertThat(attempt(provider, claim("busy-" + mode, mode))).as(mode.name()).isInstanceOf(Attempt.Busy.class);
		}
	}

	@ParameterizedTest
	@EnumSource
	void refusesToGrantAndNamesItsMemory(RedisClients client) {
		RedisServer server = server();
		RedisLockProvider provider = provider(client, server, NONE);
		fill(server);
		for (LockMode mode : LockMode.values()) {
			LockStoreException failure = catchThrowableOfType(LockStoreException.class,
					() -> attempt(provider, claim("refused", mode)));
			assertThat(failure.getOutcome()).isEqualTo(Outcome.TRANSIENT);
			assertThat(failure).hasMessageContaining("out of memory").hasMessageContaining("used memory > 'maxmemory'");
		}
		empty(server);
		assertThat(provider.heldLocks(10)).isEmpty();
		for (LockMode mode : LockMode.values()) {
			Lease lease = granted(provider, claim("refused", mode));
			assertThat(provider.release(lease.key(), lease.owner())).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource
	void grantsAgainAsSoonAsThereIsMemory(RedisClients client) throws Exception {
		RedisServer server = server();
		TestNode node = node(client, server);
		node.template.acquire(TestNodes.once("connected")).close();
		fill(server);
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template.acquire(TestNodes.once("later")))
			.withMessageContaining("out of memory");
		LockRequest patient = LockRequest.of("waiting").waitTime(TestNodes.PATIENCE);
		CompletableFuture<Long> waiting = CompletableFuture
			.supplyAsync(() -> node.template.execute(patient, HeldLock::fencingToken));
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.provider.attempts.get() >= 4);
		assertThat(waiting).isNotDone();
		empty(server);
		assertThat(waiting.get(SERVICE.toMillis(), TimeUnit.MILLISECONDS)).isPositive();
		assertThat(node.template.tryAcquire("later")).isPresent();
	}

	@ParameterizedTest
	@EnumSource
	void recordsTheEndOfAJobAndReleasesItsLock(RedisClients client) {
		RedisServer server = server();
		RedisLockProvider provider = provider(client, server, NONE);
		JobRun run = new JobRun(SIX, 1, "node 1", 7, SIX.plusMillis(5), null, JobRun.Outcome.RUNNING, null);
		JobState claimed = JobState.unknown().withFireTimes(SIX, SIX);
		Lease lease = granted(provider, claim("report", LockMode.EXCLUSIVE));
		long version = provider.jobLedger()
			.write(JOB, 0, claimed.withRunning(run), List.of(run), 5)
			.orElseThrow()
			.version();
		fill(server);
		JobRun ended = run.ended(SIX.plusSeconds(1), JobRun.Outcome.SUCCEEDED, null);
		Optional<?> written = provider.jobLedger()
			.releasing(lease.key(), lease.owner(), lease.lastToken())
			.orElseThrow()
			.write(JOB, version, claimed, List.of(ended), 5);
		assertThat(written).isPresent();
		assertThat(provider.jobLedger().history(JOB, 5)).containsExactly(ended);
		assertThat(provider.heldLocks(10)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void tellsTheHolderOfALockThatWasEvicted(RedisClients client) {
		RedisServer server = server();
		TestNode node = node(client, server);
		HeldLock held = node.template.acquire(LockRequest.of("evicted").leaseTime(Duration.ofSeconds(2)));
		server.send("CONFIG", "SET", "maxmemory-policy", "volatile-ttl");
		fill(server);
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> server.send("DBSIZE").equals(0L));
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> !node.losses.isEmpty());
		assertThat(held.isHeld()).isFalse();
		assertThat(held.release()).isFalse();
	}

	private static void fill(RedisServer server) {
		server.send("CONFIG", "SET", "maxmemory", "1");
	}

	private static void empty(RedisServer server) {
		server.send("CONFIG", "SET", "maxmemory", "0");
	}

	private static LockClaim claim(String key, LockMode mode) {
		LockClaim claim = LockClaim.of(TestNode.key(key).in(mode), Duration.ofMinutes(10), 1, "node");
		return (mode == LockMode.PERMIT) ? claim.withPermits(new Permits(1, 1)) : claim;
	}

	private static Lease granted(RedisLockProvider provider, LockClaim claim) {
		return ((Attempt.Granted) attempt(provider, claim)).lease();
	}

	private static Attempt attempt(RedisLockProvider provider, LockClaim claim) {
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			return contender.attempt(new LockOwner(UUID.randomUUID().toString()));
		}
	}

	private RedisServer server() {
		return this.nodes.add(new RedisServer()).start();
	}

	private TestNode node(RedisClients client, RedisServer server) {
		return this.nodes.node(this.nodes.add(client.connect(server.host(), server.port())), NONE);
	}

	private RedisLockProvider provider(RedisClients client, RedisServer server, ReplicaSettings replicas) {
		return this.nodes.add(this.nodes.add(client.connect(server.host(), server.port()))
			.newProvider(TestNodes.acknowledged(replicas)));
	}

}
