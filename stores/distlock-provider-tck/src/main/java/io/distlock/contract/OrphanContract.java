// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.distlock.LockNotAcquiredException;
import io.distlock.contract.JobBeans.Blocking;
import io.distlock.contract.JobBeans.Delayed;
import io.distlock.contract.JobBeans.Single;
import io.distlock.scheduling.JobInUseException;
import io.distlock.scheduling.JobRemoval;
import io.distlock.scheduling.OrphanedJob;
import io.distlock.scheduling.OrphanedJobs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * What holds for jobs that no code has any more, on every store.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class OrphanContract {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LEASE = Duration.ofSeconds(3);

	/**
	 * Until a node has answered, on a busy machine.
	 */
	private static final Duration ANSWER = TestJobNode.TRIGGER_TIMEOUT.multipliedBy(3);

	private final List<TestJobNode> nodes = new ArrayList<>();

	private final String job = "job-" + UUID.randomUUID();

	/**
	 * Return the store, the same for all nodes of a test.
	 * @return the store
	 */
	protected abstract StoreUnderTest store();

	@AfterEach
	void stopNodes() {
		this.nodes.forEach(TestJobNode::close);
	}

	private TestJobNode node(Object jobs, String name) {
		TestJobNode node = new TestJobNode(store(), jobs, Map.of("job", name, "rate", "1h", "start-within", "1m"),
				LEASE, Duration.ZERO);
		this.nodes.add(node);
		return node;
	}

	private TestJobNode nodeWithoutIt() {
		return node(new Delayed(), "other-" + this.job);
	}

	private void awaitRegistration(TestJobNode node) {
		await().atMost(PATIENCE).until(() -> node.ledger().read(TestNode.key(this.job)).version() != 0);
	}

	private List<OrphanedJob> found(TestJobNode node) {
		OrphanedJobs orphans = node.operations().orphans();
		assertThat(orphans.failures()).isEmpty();
		return orphans.jobs().stream().filter((orphan) -> orphan.name().endsWith(this.job)).toList();
	}

	@Test
	void jobOfADeadNodeIsListedAndRemovedWithItsHistory() {
		Single jobs = new Single();
		TestJobNode before = node(jobs, this.job);
		TestJobNode after = nodeWithoutIt();
		await().atMost(PATIENCE).until(() -> !before.operations().history(this.job).isEmpty());
		await().atMost(PATIENCE).until(() -> before.operations().job(this.job).running() == null);
		assertThat(found(after)).singleElement()
			.returns(this.job, OrphanedJob::name)
			.returns("", OrphanedJob::provider)
			.returns(null, OrphanedJob::running)
			.returns(before.operations().job(this.job).lastFireTime(), OrphanedJob::lastFireTime)
			.satisfies((orphan) -> assertThat(orphan.trigger()).startsWith("rate PT1H"));
		assertThat(found(before)).extracting(OrphanedJob::name).doesNotContain(this.job);
		before.close();
		await().atMost(PATIENCE).ignoreExceptionsInstanceOf(JobInUseException.class).until(() -> {
			JobRemoval removal = after.operations().remove(this.job);
			assertThat(removal.removed() || removal.at().isAfter(after.storeTime(this.job))).isTrue();
			return removal.removed();
		});
		assertThat(found(after)).isEmpty();
		assertThat(after.ledger().read(TestNode.key(this.job)).version()).isZero();
		assertThat(after.ledger().history(TestNode.key(this.job), 10)).isEmpty();
		TestJobNode back = node(jobs, this.job);
		awaitRegistration(back);
		assertThat(back.operations().history(this.job)).hasSizeLessThan(2);
	}

	/**
	 * Also of a node that has nothing to say, since it brings what all others do.
	 */
	@Test
	void jobThatALiveNodeBringsIsNotRemoved() {
		Single jobs = new Single();
		TestJobNode live = node(jobs, this.job);
		TestJobNode asking = nodeWithoutIt();
		awaitRegistration(live);
		long start = System.nanoTime();
		int refused = 0;
		int asked = 0;
		while (System.nanoTime() - start < ANSWER.toNanos()) {
			try {
				assertThat(asking.operations().remove(this.job).removed()).isFalse();
				asked++;
			}
			catch (JobInUseException ex) {
				assertThat(ex).hasMessageContaining(this.job).hasMessageContaining("try again after");
				refused++;
			}
			catch (LockNotAcquiredException ex) {
				assertThat(ex).hasMessageContaining(this.job);
			}
			await().pollDelay(Duration.ofMillis(100)).until(() -> true);
		}
		assertThat(refused).isPositive();
		assertThat(asked).isPositive();
		assertThat(live.operations().history(this.job)).hasSize(1);
	}

	@Test
	void jobThatThisNodeBringsOrThatIsUnknownIsNotRemoved() {
		TestJobNode node = nodeWithoutIt();
		assertThatExceptionOfType(JobInUseException.class)
			.isThrownBy(() -> node.operations().remove("other-" + this.job))
			.withMessageContaining("this node brings it");
		assertThatIllegalArgumentException().isThrownBy(() -> node.operations().remove(this.job))
			.withMessageContaining(this.job);
		assertThatIllegalArgumentException().isThrownBy(() -> node.operations().remove(this.job, "none"))
			.withMessageContaining("'none'");
	}

	@Test
	void jobThatIsRunningIsNotRemoved() throws Exception {
		Blocking jobs = new Blocking();
		TestJobNode runner = node(jobs, this.job);
		jobs.awaitEntered(1);
		TestJobNode asking = nodeWithoutIt();
		assertThatThrownBy(() -> asking.operations().remove(this.job)).isInstanceOf(LockNotAcquiredException.class)
			.hasMessageContaining("is running");
		assertThat(found(asking)).singleElement().satisfies((orphan) -> assertThat(orphan.running()).isNotNull());
		jobs.leave();
		await().atMost(PATIENCE).until(() -> runner.operations().job(this.job).running() == null);
		assertThat(runner.operations().history(this.job)).hasSize(1);
	}

}
