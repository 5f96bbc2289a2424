// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.contract.TestNode;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.RedisClients;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.TestNodes;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import io.distlock.testserver.redis.RedisReplication;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Cluster jobs on servers that restart, forget, refuse, or have replicas.
 */
@Tag("timing")
class RedisJobLedgerTests {

	private static final Instant SIX = Instant.parse("2026-03-01T06:00:00Z");

	private static final LockKey JOB = TestNode.key("cluster-job:report");

	private static final String HASH = "distlock:{contract:cluster-job:report}:job";

	private static final String RUNS = "distlock:{contract:cluster-job:report}:runs";

	private static final JobRun RUN = new JobRun(SIX, 1, "node 1", 7, SIX.plusMillis(5), null, JobRun.Outcome.RUNNING,
			null);

	private static final JobState STATE = JobState.unknown()
		.withTrigger(RegisteredTrigger.of("cron 0 0 6 * * * UTC", 0, SIX.minusSeconds(3600), SIX), null)
		.withRunning(RUN)
		.withFireTimes(SIX, SIX);

	private final TestNodes nodes = new TestNodes();

	@AfterEach
	void close() throws Exception {
		this.nodes.close();
	}

	@ParameterizedTest
	@EnumSource
	void restartWithDataKeepsJobs(RedisClients client) {
		RedisServer server = server("--appendonly", "yes", "--appendfsync", "always");
		RedisLockProvider ledger = ledger(client, server);
		assertThat(ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5)).isPresent();
		long version = ledger.jobLedger().read(JOB).version();
		server.restart();
		RedisLockProvider other = ledger(client, server);
		assertThat(other.jobLedger().read(JOB).state()).isEqualTo(STATE);
		assertThat(other.jobLedger().read(JOB).version()).isEqualTo(version);
		assertThat(other.jobLedger().history(JOB, 5)).containsExactly(RUN);
	}

	@ParameterizedTest
	@EnumSource
	void restartWithoutDataForgetsJobsAndUsesNoVersionTwice(RedisClients client) {
		RedisServer server = server();
		RedisLockProvider ledger = ledger(client, server);
		assertThat(ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5)).isPresent();
		long version = ledger.jobLedger().read(JOB).version();
		server.restartEmpty();
		RedisLockProvider other = ledger(client, server);
		assertThat(other.jobLedger().read(JOB).state()).isEqualTo(JobState.unknown());
		assertThat(other.jobLedger().write(JOB, version, STATE, List.of(RUN), 5)).isEmpty();
		assertThat(other.jobLedger().write(JOB, 0, STATE, List.of(), 5)).isPresent();
		assertThat(other.jobLedger().read(JOB).version()).isGreaterThan(version);
		assertThat(other.jobLedger().history(JOB, 5)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void serverThatIsDownIsTold(RedisClients client) {
		RedisServer server = server("--appendonly", "yes", "--appendfsync", "always");
		RedisLockProvider ledger = ledger(client, server);
		assertThat(ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5)).isPresent();
		server.kill();
		assertThat(failure(() -> ledger.jobLedger().read(JOB)).getOutcome()).isNotEqualTo(Outcome.PERMANENT);
		assertThat(failure(() -> ledger.jobLedger().write(JOB, 0, STATE, List.of(), 5)))
			.hasMessageContaining("write job")
			.hasMessageContaining(JOB.name());
		assertThat(failure(() -> ledger.jobLedger().history(JOB, 5))).isNotNull();
		server.start();
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.ignoreExceptions()
			.untilAsserted(() -> assertThat(ledger.jobLedger().read(JOB).state()).isEqualTo(STATE));
	}

	@ParameterizedTest
	@EnumSource
	void keysCanBeReadByPeopleAndStay(RedisClients client) {
		RedisServer server = server();
		RedisLockProvider ledger = ledger(client, server);
		JobRun failed = RUN.ended(SIX.plusSeconds(1), JobRun.Outcome.FAILED, "no paper");
		assertThat(ledger.jobLedger().write(JOB, 0, STATE, List.of(failed), 5)).isPresent();
		assertThat(server.send("PTTL", HASH)).isEqualTo(-1L);
		assertThat(server.send("PTTL", RUNS)).isEqualTo(-1L);
		assertThat(server.send("HGET", HASH, "trigger"))
			.isEqualTo("0 2026-03-01T05:00:00.000000Z 2026-03-01T06:00:00.000000Z cron 0 0 6 * * * UTC");
		assertThat(server.send("HGET", HASH, "lastFireTime")).isEqualTo("2026-03-01T06:00:00.000000Z");
		assertThat(server.send("HGET", HASH, "lastEnd")).isEqualTo("-");
		assertThat(server.send("ZRANGE", RUNS, "0", "-1")).asString()
			.contains("2026-03-01T06:00:00.000000Z 0000000001 FAILED 7 2026-03-01T06:00:00.005000Z "
					+ "2026-03-01T06:00:01.000000Z node+1 no paper");
		assertThat(ledger.heldLocks(10)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void keysOfSomethingElseAreNamed(RedisClients client) {
		RedisServer server = server();
		RedisLockProvider ledger = ledger(client, server);
		server.send("HSET", HASH, "version", "1", "trigger", "x", "since", "noon");
		assertThat(failure(() -> ledger.jobLedger().read(JOB))).hasMessageContaining(HASH)
			.extracting(LockStoreException::getOutcome)
			.isEqualTo(Outcome.PERMANENT);
		server.send("DEL", HASH);
		server.send("SET", RUNS, "x");
		assertThat(failure(() -> ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5)).getOutcome())
			.isEqualTo(Outcome.PERMANENT);
		assertThat(ledger.jobLedger().read(JOB).version()).as("not half done").isZero();
	}

	@ParameterizedTest
	@EnumSource
	void whatTheServerRefusesIsNotHalfDoneAndNamedRightsAreEnough(RedisClients client) {
		RedisServer server = server();
		RedisLockProvider ledger = ledger(client, server);
		ledger.jobLedger().read(JOB);
		for (String command : List.of("zadd", "hset", "zremrangebyrank", "time")) {
			server.send("ACL", "SETUSER", "default", "-" + command);
			LockStoreException failure = failure(() -> ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5));
			assertThat(failure.getOutcome()).isEqualTo(Outcome.PERMANENT);
			assertThat(failure).hasMessageContaining("+" + command);
			server.send("ACL", "SETUSER", "default", "+" + command);
			assertThat(ledger.jobLedger().read(JOB).version()).isZero();
			server.send("ACL", "SETUSER", "default", "-@all", "+acl");
			String rights = failure(() -> ledger.jobLedger().read(JOB)).getMessage();
			Object[] named = Stream.of(rights.split("[ .,]+")).filter((word) -> word.matches("\\+.+")).toArray();
			server.send(Stream.concat(Stream.of("ACL", "SETUSER", "default"), Stream.of(named)).toArray());
			assertThat(ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5)).as(command).isPresent();
			assertThat(ledger.jobLedger().history(JOB, 5)).containsExactly(RUN);
			server.send("ACL", "SETUSER", "default", "+@all");
			server.send("FLUSHALL");
		}
	}

	@ParameterizedTest
	@EnumSource
	void writeThatIsSentTwiceIsNotTakenForThatOfAnotherNode(RedisClients client) throws Exception {
		try (FaultyRelay relay = new FaultyRelay(server().port())) {
			JobLedger ledger = this.nodes
				.add(this.nodes.add(client.connect("127.0.0.1", relay.port()))
					.newProvider(RedisLockSettings.defaults()))
				.jobLedger();
			long version = ledger.write(JOB, 0, STATE, List.of(RUN), 5).orElseThrow().version();
			relay.repeatRequests();
			long next = ledger.write(JOB, version, STATE, List.of(RUN), 5).orElseThrow().version();
			assertThat(ledger.read(JOB).version()).isEqualTo(next).isGreaterThan(version);
			assertThat(ledger.write(JOB, version, STATE, List.of(RUN), 5)).as("another request").isEmpty();
			assertThat(ledger.history(JOB, 5)).containsExactly(RUN);
		}
	}

	@ParameterizedTest
	@EnumSource
	void writeCountsOnceReplicasHaveIt(RedisClients client) {
		try (RedisReplication servers = new RedisReplication()) {
			servers.start();
			RedisLockProvider ledger = ledger(client, servers.master(),
					ReplicaSettings.defaults().withAck(1).withTimeout(Duration.ofMillis(500)));
			assertThat(ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5)).isPresent();
			servers.replica(0).freeze();
			servers.replica(1).freeze();
			servers.master().send("CLIENT", "KILL", "TYPE", "replica");
			long version = ledger.jobLedger().read(JOB).version();
			assertThat(ledger.jobLedger().write(JOB, version + 1, STATE, List.of(), 5)).as("nothing to acknowledge")
				.isEmpty();
			LockStoreException failure = failure(() -> ledger.jobLedger().write(JOB, version, STATE, List.of(), 5));
			assertThat(failure.getOutcome()).isEqualTo(Outcome.UNKNOWN);
			assertThat(failure).hasMessageContaining("0 of 1 replicas");
			servers.replica(0).thaw();
			servers.replica(1).thaw();
		}
	}

	@ParameterizedTest
	@EnumSource
	void acknowledgedWriteSurvivesTheFailover(RedisClients client) {
		try (RedisReplication servers = new RedisReplication()) {
			servers.start();
			RedisLockProvider ledger = ledger(client, servers.master(),
					ReplicaSettings.defaults().withAck(2).withTimeout(Duration.ofSeconds(2)));
			assertThat(ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5)).isPresent();
			servers.master().kill();
			servers.promote(servers.replica(0));
			RedisLockProvider after = ledger(client, servers.replica(0));
			assertThat(after.jobLedger().read(JOB).state()).isEqualTo(STATE);
			assertThat(after.jobLedger().history(JOB, 5)).containsExactly(RUN);
			assertThat(after.jobLedger().write(JOB, 0, STATE, List.of(), 5)).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	void fullServerRecordsJobs(RedisClients client) {
		RedisServer server = server();
		RedisLockProvider ledger = ledger(client, server);
		server.send("CONFIG", "SET", "maxmemory", "1");
		assertThat(ledger.jobLedger().write(JOB, 0, STATE, List.of(RUN), 5)).isPresent();
		assertThat(ledger.jobLedger().read(JOB).state()).isEqualTo(STATE);
		assertThat(ledger.jobLedger().history(JOB, 5)).containsExactly(RUN);
	}

	private static LockStoreException failure(ThrowingCallable call) {
		return catchThrowableOfType(LockStoreException.class, call);
	}

	private RedisServer server(String... options) {
		return this.nodes.add(new RedisServer(options)).start();
	}

	private RedisLockProvider ledger(RedisClients client, RedisServer server) {
		return ledger(client, server, ReplicaSettings.defaults());
	}

	private RedisLockProvider ledger(RedisClients clients, RedisServer server, ReplicaSettings replicas) {
		RedisClients.Client client = this.nodes.add(clients.connect(server.host(), server.port()));
		return this.nodes.add(client.newProvider(TestNodes.acknowledged(replicas)));
	}

}
