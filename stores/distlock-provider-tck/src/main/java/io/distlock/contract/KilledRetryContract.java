/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.distlock.contract.SkewedProcess.Ran;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Nodes in JVMs of their own that are killed between two attempts of a fire time: what is
 * planned is in the store, and another node does it.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class KilledRetryContract {

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	private final String job = JobProcess.RETRIED + UUID.randomUUID();

	private final List<SkewedProcess> processes = new ArrayList<>();

	private LockProvider provider;

	private JobLedger ledger;

	/**
	 * Return the store.
	 * @return the store
	 */
	protected abstract StoreUnderTest store();

	/**
	 * Return a class whose {@code main} calls {@link JobProcess}.
	 * @return the class
	 */
	protected abstract Class<?> program();

	/**
	 * Return its first arguments; the job follows.
	 * @return the arguments
	 */
	protected abstract List<String> connection();

	@BeforeEach
	void connect() {
		this.provider = store().newProvider();
		this.ledger = ((JobLedgerSource) this.provider).jobLedger();
	}

	@AfterEach
	void close() {
		this.processes.forEach(SkewedProcess::close);
		this.provider.close();
	}

	@Test
	void attemptsOfKilledNodesAreMadeByOthers() throws Exception {
		for (int i = 0; i < JobProcess.ATTEMPTS; i++) {
			start();
		}
		for (SkewedProcess process : this.processes) {
			process.assertClocks();
		}
		for (int attempt = 1; attempt < JobProcess.ATTEMPTS; attempt++) {
			JobRetry retry = awaitRetry(attempt + 1);
			JobRun failed = history().get(attempt - 1);
			assertThat(retry.at()).isEqualTo(failed.endedAt().plus(JobProcess.DELAY));
			SkewedProcess node = this.processes.stream()
				.filter((process) -> process.node().equals(failed.node()))
				.findFirst()
				.orElseThrow();
			node.close();
			assertThat(state().retry()).as("it was killed between two attempts").isEqualTo(retry);
		}
		List<JobRun> history = await().atMost(PATIENCE)
			.until(this::history,
					(runs) -> runs.size() == JobProcess.ATTEMPTS && runs.get(runs.size() - 1).endedAt() != null);
		System.out.println("Attempts of killed nodes: " + history);
		assertThat(history).extracting(JobRun::attempt).containsExactly(1, 2, 3);
		assertThat(history).extracting(JobRun::outcome)
			.containsExactly(Outcome.FAILED, Outcome.FAILED, Outcome.SUCCEEDED);
		assertThat(history).extracting(JobRun::fireTime).containsOnly(history.get(0).fireTime());
		assertThat(history).extracting(JobRun::node).doesNotHaveDuplicates();
		for (int i = 1; i < history.size(); i++) {
			Duration pause = Duration.between(history.get(i - 1).endedAt(), history.get(i).startedAt());
			assertThat(pause).isBetween(JobProcess.DELAY, JobProcess.DELAY.plusSeconds(20));
		}
		List<Ran> told = this.processes.stream().flatMap((process) -> process.runs(this.job).stream()).toList();
		assertThat(told).containsExactlyInAnyOrderElementsOf(
				history.stream().map((run) -> new Ran(this.job, run.fireTime(), run.fencingToken())).toList());
	}

	private void start() {
		List<String> program = new ArrayList<>(List.of(program().getName()));
		program.addAll(connection());
		program.add(this.job);
		this.processes.add(new SkewedProcess(Duration.ZERO, "UTC", Map.of(), program));
	}

	private JobState state() {
		return this.ledger.read(TestNode.key(this.job)).state();
	}

	private JobRetry awaitRetry(int attempt) {
		return await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> state().retry(), (retry) -> retry != null && retry.attempt() == attempt);
	}

	private List<JobRun> history() {
		return JobHistory.earliestFirst(this.ledger.history(TestNode.key(this.job), 100));
	}

}
