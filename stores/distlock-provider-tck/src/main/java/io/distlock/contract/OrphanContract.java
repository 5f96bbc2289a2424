// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.distlock.contract.JobBeans.Blocking;
import io.distlock.contract.JobBeans.Delayed;
import io.distlock.contract.JobBeans.Single;
import io.distlock.scheduling.OrphanedJobs;
import io.distlock.scheduling.OrphanedJobs.OrphanedJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Lists of jobs that other nodes have, or none, on every store.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class OrphanContract {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LEASE = Duration.ofSeconds(3);

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
		TestJobNode node = new TestJobNode(store(), jobs, Map.of("job", name, "rate", "1h", "misfire-threshold", "1m"),
				LEASE, Duration.ZERO);
		this.nodes.add(node);
		return node;
	}

	private TestJobNode nodeWithoutIt() {
		return node(new Delayed(), "other-" + this.job);
	}

	private List<OrphanedJob> found(TestJobNode node) {
		OrphanedJobs orphans = node.operations().orphans();
		assertThat(orphans.failures()).isEmpty();
		return orphans.jobs().stream().filter((orphan) -> orphan.name().endsWith(this.job)).toList();
	}

	@Test
	void jobThatThisNodeDoesNotHaveIsListed() {
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
	}

	@Test
	void jobThatIsRunningIsListedWithItsRun() throws Exception {
		Blocking jobs = new Blocking();
		TestJobNode runner = node(jobs, this.job);
		jobs.awaitEntered(1);
		TestJobNode asking = nodeWithoutIt();
		assertThat(found(asking)).singleElement().satisfies((orphan) -> assertThat(orphan.running()).isNotNull());
		jobs.leave();
		await().atMost(PATIENCE).until(() -> runner.operations().job(this.job).running() == null);
		assertThat(runner.operations().history(this.job)).hasSize(1);
	}

}
