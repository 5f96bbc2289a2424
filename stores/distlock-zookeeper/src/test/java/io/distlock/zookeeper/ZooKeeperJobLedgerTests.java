// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobLedgerContract;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Cluster jobs in ZooKeeper.
 */
class ZooKeeperJobLedgerTests extends JobLedgerContract {

	@Override
	protected StoreUnderTest newStore() {
		return new ZooKeeperStore(ZooKeeperServers.shared().getConnectString(), Duration.ofSeconds(60));
	}

	@Override
	protected final ZooKeeperStore store() {
		return (ZooKeeperStore) super.store();
	}

	@Test
	void historyThatIsTooLargeForANodeLosesTheOldest() {
		JobLedger ledger = ledger();
		LockKey job = job("large");
		for (int i = 0; i < 5; i++) {
			int batch = i;
			List<JobRun> runs = Collections.nCopies(100, run(0))
				.stream()
				.map((run) -> new JobRun(SIX.plusSeconds(batch), (int) (Math.random() * Integer.MAX_VALUE), "n", 1, SIX,
						SIX, JobRun.Outcome.FAILED, "\u65E5".repeat(1000)))
				.toList();
			write(ledger, job, runs, 10_000);
		}
		List<JobRun> kept = ledger.history(job, 10_000);
		assertThat(kept).hasSizeBetween(200, 400);
		assertThat(kept.get(0).fireTime()).isEqualTo(SIX.plusSeconds(4));
	}

	/**
	 * The former node and the new one have the same version for the server.
	 */
	@Test
	void jobThatIsMadeAnewWhileItIsChangedStaysAsItIs() {
		ZooKeeperJobLedger ledger = (ZooKeeperJobLedger) ledger();
		JobLedger other = ledger();
		LockKey job = job("anew");
		String path = "/distlock/jobs/" + job.encoded(200);
		write(ledger, job, List.of(run(1)), 5);
		long former = ledger.read(job).version();
		Optional<Stat> changed = ledger.replace("change", path, former, (found) -> {
			assertThat(other.remove(job, former)).isTrue();
			assertThat(other.write(job, 0, state("anew"), List.of(run(2)), 5)).isPresent();
			return List.of(Op.setData(path, new byte[0], found.job().stat().getVersion()));
		});
		assertThat(changed).isEmpty();
		assertThat(ledger.read(job).state()).isEqualTo(state("anew"));
		assertThat(ledger.read(job).version()).isNotEqualTo(former);
		assertThat(ledger.history(job, 5)).containsExactly(run(2));
	}

	@Test
	void rightsBelowTheRootAreEnough() throws Exception {
		String above = "/closed-" + UUID.randomUUID();
		store().operator().create().creatingParentsIfNeeded().forPath(above + "/shop");
		store().operator().setACL().withACL(ZooDefs.Ids.READ_ACL_UNSAFE).forPath(above);
		try (CuratorFramework client = ZooKeeperTestNode.client(ZooKeeperServers.shared().getConnectString(),
				Duration.ofSeconds(15));
				ZooKeeperLockProvider provider = new ZooKeeperLockProvider(client,
						ZooKeeperLockSettings.defaults().withRootPath(above + "/shop"))) {
			LockKey job = job("below");
			write(provider.jobLedger(), job, List.of(run(1)), 5);
			assertThat(provider.jobLedger().history(job, 5)).containsExactly(run(1));
		}
	}

	@Test
	void removalOfAnotherJobIsNoReasonToRefuseAChange() {
		JobLedger ledger = ledger();
		LockKey job = job("stays");
		for (int i = 0; i < 5; i++) {
			write(ledger, job, List.of(run(i)), 5);
			LockKey other = job("goes " + i);
			write(ledger(), other, List.of(), 5);
			assertThat(ledger().remove(other, ledger().read(other).version())).isTrue();
		}
		assertThat(ledger.history(job, 10)).hasSize(5);
	}

	@Test
	void nodeOfSomethingElseIsTold() throws Exception {
		LockKey job = job("foreign");
		write(ledger(), job, List.of(), 5);
		store().operator().setData().forPath("/distlock/jobs/" + job.encoded(200), new byte[] { 'x' });
		LockStoreException failure = catchThrowableOfType(LockStoreException.class, () -> ledger().read(job));
		assertThat(failure.getOutcome()).isEqualTo(Outcome.PERMANENT);
		assertThat(failure).hasMessageContaining("read job").hasMessageContaining(job.name());
	}

	@Test
	void persistentNodeInTheQueueIsNamedToWhoAsksForTheRestOfALease() {
		LockKey lock = job("asked");
		Objects.requireNonNull(store().intrusions(lock).get("persistent place")).run();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ledger().leaseLeft(lock))
			.withMessageContainingAll(store().place(lock), "Delete it");
		store().delete(lock);
		assertThat(ledger().leaseLeft(lock)).isZero();
	}

	@Test
	@Tag("timing")
	void restartKeepsJobsAndAServerThatIsDownIsTold() throws Exception {
		try (TestingServer server = ZooKeeperServers.start();
				ZooKeeperStore own = new ZooKeeperStore(server.getConnectString(), Duration.ofSeconds(20));
				LockProvider provider = own.newProvider()) {
			JobLedger ledger = ((JobLedgerSource) provider).jobLedger();
			LockKey job = job("restarted");
			write(ledger, job, List.of(run(1)), 5);
			JobLedger.JobEntry before = ledger.read(job);
			server.stop();
			for (Runnable call : List.<Runnable>of(() -> ledger.read(job), () -> ledger.history(job, 5),
					() -> ledger.write(job, before.version(), state("down"), List.of(), 5))) {
				LockStoreException failure = catchThrowableOfType(LockStoreException.class, call::run);
				assertThat(failure).isNotNull();
				assertThat(failure.getOutcome()).isNotEqualTo(Outcome.PERMANENT);
			}
			server.restart();
			Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> ledger.read(job).version() > 0);
			assertThat(ledger.read(job).version()).isEqualTo(before.version());
			assertThat(ledger.read(job).state()).isEqualTo(before.state());
			assertThat(ledger.history(job, 5)).containsExactly(run(1));
		}
	}

	@Override
	protected String intrude(LockKey job) {
		String path = "/distlock/jobs/" + job.encoded(200);
		try {
			store().operator().setData().forPath(path, "hello".getBytes(StandardCharsets.UTF_8));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		return path;
	}

}
