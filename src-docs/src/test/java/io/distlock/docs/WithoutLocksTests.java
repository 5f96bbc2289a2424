// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.distlock.docs.WithoutLocks.Draft;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the documents recommend in the place of a lock does what they say.
 */
@SpringBootTest(properties = { "spring.datasource.generate-unique-name=true", "distlock.provider=jdbc" })
class WithoutLocksTests {

	@Autowired
	private WithoutLocks code;

	@Autowired
	private JdbcClient jdbc;

	@Autowired
	private TransactionTemplate transactions;

	@BeforeEach
	void createTables() {
		create("stock (item varchar(20) primary key, units int)");
		create("draft (id varchar(20) primary key, text varchar(100), version bigint)");
		create("charge (request varchar(20) primary key, cents bigint, receipt varchar(50))");
		create("account (cents bigint)");
		create("parcel (id bigint primary key, packed boolean)");
	}

	private void create(String table) {
		this.jdbc.sql("drop table if exists " + table.substring(0, table.indexOf(' '))).update();
		this.jdbc.sql("create table " + table).update();
	}

	@Test
	void conditionalStatementSellsWhatIsThereAndNoMore() throws Exception {
		this.jdbc.sql("insert into stock values ('teapot', 20)").update();
		List<Boolean> taken = together(50, () -> this.code.takeOne("teapot"));
		assertThat(taken).filteredOn(Boolean::booleanValue).hasSize(20);
		assertThat(number("select units from stock")).isZero();
	}

	@Test
	void versionRefusesTheSecondOfTwoWhoReadTheSame() {
		this.jdbc.sql("insert into draft values ('plan', 'first', 1)").update();
		Draft mine = this.code.read("plan");
		Draft theirs = this.code.read("plan");
		this.code.save(new Draft("plan", "theirs", theirs.version()));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.code.save(new Draft("plan", "mine", mine.version())));
		assertThat(this.code.read("plan")).isEqualTo(new Draft("plan", "theirs", 2));
	}

	@Test
	void requestThatComesManyTimesIsChargedOnce() throws Exception {
		this.jdbc.sql("insert into account values (1000)").update();
		assertThat(together(8, () -> this.code.charge("r-1", 100))).containsOnly("charged 100");
		assertThat(this.code.charge("r-1", 100)).isEqualTo("charged 100");
		assertThat(number("select cents from account")).isEqualTo(900);
		this.code.charge("r-2", 100);
		assertThat(number("select cents from account")).isEqualTo(800);
	}

	@Test
	void workersPackDifferentParcelsAndNoneTwice() throws Exception {
		this.jdbc.sql("insert into parcel values (1, false), (2, false), (3, false)").update();
		this.transactions.executeWithoutResult((status) -> {
			assertThat(this.code.packNext()).hasValue(1L);
			assertThat(onAnotherThread(this.code::packNext)).hasValue(2L);
			status.setRollbackOnly();
		});
		assertThat(this.code.packNext()).hasValue(1L);
		assertThat(this.code.packNext()).hasValue(3L);
		assertThat(this.code.packNext()).isEmpty();
	}

	@Test
	void nodeThatJoinsTakesItsShareAndMovesNothingElse() {
		List<String> nodes = List.of("a", "b", "c", "d");
		List<String> more = List.of("a", "b", "c", "d", "e");
		Map<String, Integer> shares = new HashMap<>();
		int moved = 0;
		for (int i = 0; i < 10_000; i++) {
			String before = KeyOwners.ownerOf("key-" + i, nodes);
			String after = KeyOwners.ownerOf("key-" + i, more);
			assertThat(after).isIn(before, "e");
			shares.merge(before, 1, Integer::sum);
			moved += after.equals(before) ? 0 : 1;
		}
		assertThat(shares.values()).allSatisfy((share) -> assertThat(share).isBetween(2_200, 2_800));
		assertThat(moved).isBetween(1_700, 2_300);
	}

	private Optional<Long> onAnotherThread(Callable<Optional<Long>> work) {
		try {
			return together(1, work).get(0);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private <T> List<T> together(int times, Callable<T> work) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(Math.min(times, 8));
		try {
			List<T> results = new ArrayList<>();
			for (Future<T> result : threads.invokeAll(Collections.nCopies(times, work))) {
				results.add(result.get());
			}
			return results;
		}
		finally {
			threads.shutdown();
		}
	}

	private int number(String query) {
		return this.jdbc.sql(query).query(Integer.class).single();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(WithoutLocks.class)
	static class Application {

	}

}
