// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.annotation.EnableJdbcJobRepository;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.item.database.JdbcCursorItemReader;
import org.springframework.batch.infrastructure.item.database.builder.JdbcCursorItemReaderBuilder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The recipe for Spring Batch, on its repository in a database.
 */
@SpringBootTest(properties = { "spring.datasource.generate-unique-name=true",
		"spring.sql.init.schema-locations=classpath:org/springframework/batch/core/schema-h2.sql" })
class BatchJobsTests {

	private static final int ORDERS = 30;

	private static final int CHUNK = 10;

	@Autowired
	private BatchJobs jobs;

	@Autowired
	private ClusterJobs cluster;

	@Autowired
	private LockTemplate locks;

	@Autowired
	private JdbcClient jdbc;

	@Autowired
	private Imports imports;

	@BeforeEach
	void addOrders() {
		this.jdbc.sql("create table if not exists placed (id int primary key)").update();
		this.jdbc.sql("create table if not exists imported (id int)").update();
		this.jdbc.sql("delete from placed").update();
		this.jdbc.sql("delete from imported").update();
		this.jdbc.sql("insert into placed select x from system_range(1, ?)").param(ORDERS).update();
		this.imports.beforeChunk = (first) -> {
		};
	}

	@Test
	void jobOfTheClusterRunsTheBatchJob() {
		assertThat(this.cluster.runNow("import").outcome()).isEqualTo(JobRun.Outcome.SUCCEEDED);
		assertThat(imported()).isEqualTo(placed());
	}

	@Test
	void failedAttemptIsContinuedByTheNextOne() {
		Instant fireTime = Instant.parse("2026-01-01T02:00:00Z");
		this.imports.beforeChunk = (first) -> {
			if (first > CHUNK) {
				throw new IllegalStateException("Out of paper");
			}
		};
		assertThatIllegalStateException().isThrownBy(() -> attempt(fireTime, 1)).withMessageContaining("FAILED");
		assertThat(imported()).hasSize(CHUNK);
		this.imports.beforeChunk = (first) -> assertThat(first).isGreaterThan(CHUNK);
		attempt(fireTime, 2);
		assertThat(imported()).isEqualTo(placed());
	}

	@Test
	void completedFireTimeIsNotImportedAgain() {
		Instant fireTime = Instant.parse("2026-01-02T02:00:00Z");
		attempt(fireTime, 1);
		attempt(fireTime, 2);
		assertThat(imported()).isEqualTo(placed());
	}

	@Test
	void nodeThatWakesUpAfterTheTakeoverCommitsNoChunk() {
		Instant fireTime = Instant.parse("2026-01-03T02:00:00Z");
		this.imports.beforeChunk = (first) -> {
			if (first > CHUNK) {
				this.imports.beforeChunk = (next) -> {
				};
				CompletableFuture.runAsync(() -> attempt(fireTime, 2)).join();
				assertThat(imported()).isEqualTo(placed());
			}
		};
		assertThatIllegalStateException().isThrownBy(() -> attempt(fireTime, 1));
		assertThat(imported()).isEqualTo(placed());
	}

	/**
	 * Run an attempt as the cluster would. The lock has another name, so that one attempt
	 * can run inside another, as after a loss.
	 */
	private void attempt(Instant fireTime, int attempt) {
		this.locks.executeWithoutResult("import:" + attempt, (lock) -> {
			try {
				this.jobs.importOrders(run(fireTime, attempt, lock));
			}
			catch (JobExecutionException ex) {
				throw new AssertionError(ex);
			}
		});
	}

	private static ClusterJobContext run(Instant fireTime, int attempt, HeldLock lock) {
		JobRun run = new JobRun(fireTime, attempt, "node-" + attempt, lock.fencingToken(), fireTime, null,
				JobRun.Outcome.RUNNING, null);
		return new ClusterJobContext("import", run, lock, () -> false);
	}

	private List<Integer> placed() {
		return this.jdbc.sql("select id from placed order by id").query(Integer.class).list();
	}

	private List<Integer> imported() {
		return this.jdbc.sql("select id from imported order by id").query(Integer.class).list();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableBatchProcessing
	@EnableJdbcJobRepository
	@Import({ BatchJobs.class, Imports.class })
	static class Application {

		@Bean
		Job importJob(JobRepository repository, Step importStep) {
			return new JobBuilder("import", repository).start(importStep).build();
		}

		@Bean
		Step importStep(JobRepository repository, PlatformTransactionManager transactions,
				JdbcCursorItemReader<Integer> reader, Imports imports) {
			return new StepBuilder("import", repository).<Integer, Integer>chunk(CHUNK)
				.transactionManager(transactions)
				.reader(reader)
				.writer(imports.writer())
				.build();
		}

		@Bean
		@StepScope // one for each attempt
		JdbcCursorItemReader<Integer> reader(DataSource source) {
			return new JdbcCursorItemReaderBuilder<Integer>().name("placed")
				.dataSource(source)
				.sql("select id from placed order by id")
				.rowMapper((row, number) -> row.getInt(1))
				.build();
		}

	}

	static class Imports {

		private final JdbcClient jdbc;

		private volatile Consumer<Integer> beforeChunk = (first) -> {
		};

		Imports(JdbcClient jdbc) {
			this.jdbc = jdbc;
		}

		ItemWriter<Integer> writer() {
			return (chunk) -> {
				this.beforeChunk.accept(chunk.getItems().get(0));
				chunk.getItems().forEach((id) -> this.jdbc.sql("insert into imported values (?)").param(id).update());
			};
		}

	}

}
