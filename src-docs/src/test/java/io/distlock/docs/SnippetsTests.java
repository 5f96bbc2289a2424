// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.time.Instant;
import java.util.List;

import io.distlock.LockNotAcquiredException;
import io.distlock.fencing.StaleFencingTokenException;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The code that the documents show does what they say.
 */
@SpringBootTest(properties = { "spring.datasource.generate-unique-name=true", "distlock.provider=jdbc" })
class SnippetsTests {

	@Autowired
	private StockService stock;

	@Autowired
	private AnnotatedJobs jobs;

	@Autowired
	private LocksInCode code;

	@Autowired
	private LossHandling loss;

	@Autowired
	private Telemetry telemetry;

	@Autowired
	private JdbcClient jdbc;

	@BeforeEach
	void createTables() {
		this.jdbc.sql("drop table if exists stock").update();
		this.jdbc.sql("drop table if exists document").update();
		this.jdbc.sql("create table stock (item varchar(20) primary key, units int)").update();
		this.jdbc.sql("create table document (id varchar(20) primary key, text varchar(100), token bigint)").update();
	}

	@Test
	void stockIsTakenUntilItIsEmpty() {
		this.jdbc.sql("insert into stock values ('teapot', 1)").update();
		assertThat(this.stock.takeOne("teapot")).isTrue();
		assertThat(this.stock.takeOne("teapot")).isFalse();
	}

	@Test
	void annotatedMethodsRun() throws InterruptedException {
		AnnotatedJobs.Order order = new AnnotatedJobs.Order("Ada", 100);
		this.jobs.importCatalogue();
		this.jobs.charge(order);
		this.jobs.bill(order);
		this.jobs.transfer("a", "b", 5);
		this.jobs.report();
		this.jobs.backUp(List.of("orders"));
		this.jobs.remind("Ada");
		assertThat(this.jobs.warmUp()).hasValue(42);
		assertThat(this.jobs.quote("teapot")).isEqualTo("fresh quote of teapot");
		assertThat(this.jobs.lastQuote("teapot", new LockNotAcquiredException("quote", "busy")))
			.startsWith("last known");
	}

	@Test
	void laterHolderHasAHigherToken() {
		assertThat(this.jobs.post("42")).isPositive().isLessThan(this.jobs.post("42"));
	}

	@Test
	void codeRunsUnderLocks() throws InterruptedException {
		assertThat(this.code.ship(1)).startsWith("shipped with token ");
		assertThat(this.code.shipLater(1).toCompletableFuture().join()).startsWith("shipped with token ");
		assertThat(this.code.shipIfNobodyElseDoes(1)).isTrue();
		assertThat(this.code.shipTheOldWay(1)).isTrue();
		this.code.cancel(1);
		this.code.merge(List.of("b", "a", "b"));
		this.loss.export(List.of("page"));
		this.loss.exportUntilLost(List.of("page"));
	}

	@Test
	void staleTokenIsRefusedByTheDocument() {
		this.jdbc.sql("insert into document values ('plan', 'first', 0)").update();
		this.loss.save("plan", "second");
		assertThat(text()).isEqualTo("second");
		this.jdbc.sql("update document set token = ?").param(Long.MAX_VALUE).update();
		assertThatIllegalStateException().isThrownBy(() -> this.loss.save("plan", "stale"));
		assertThat(text()).isEqualTo("second");
	}

	@Test
	void guardRefusesWhoComesLate() {
		this.jdbc.sql("insert into document values ('plan', 'a', 0)").update();
		this.loss.append("plan", "b");
		this.loss.replace("plan", text() + "c");
		this.loss.append("plan", "d");
		assertThat(text()).isEqualTo("abcd");
		this.loss.cutOff("plan", Long.MAX_VALUE - 1);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.loss.append("plan", "e"));
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.loss.replace("plan", "e"));
		assertThat(text()).isEqualTo("abcd");
	}

	@Test
	void endedRunsAreHeardOf() {
		assertThat(this.telemetry.ship(1)).startsWith("shipped with token ");
		Instant now = Instant.EPOCH;
		JobRun run = new JobRun(now, 1, "node", 1, now, now, JobRun.Outcome.FAILED, "Out of paper");
		this.telemetry.ended(new ClusterJobRunEvent("report", run, null));
		assertThat(this.telemetry.alarms()).containsExactly("Job report: Out of paper");
	}

	private String text() {
		return this.jdbc.sql("select text from document where id = 'plan'").query(String.class).single();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ StockService.class, AnnotatedJobs.class, LocksInCode.class, LossHandling.class, Telemetry.class })
	static class Application {

	}

}
