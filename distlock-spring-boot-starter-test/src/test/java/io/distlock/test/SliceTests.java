// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.util.List;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.annotation.DistributedLock;
import io.distlock.fencing.FencingGuard;
import io.distlock.fencing.StaleFencingTokenException;
import io.distlock.test.shop.ShopApplication;
import io.distlock.test.shop.Stock;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that do not start the whole application.
 */
class SliceTests {

	@Nested
	@JdbcTest
	@ContextConfiguration(classes = ShopApplication.class)
	@Import(Stock.class)
	@AutoConfigureDistlock
	class OfJdbc {

		@Autowired
		private TestLocks locks;

		@Autowired
		private Stock stock;

		@Autowired
		private JdbcClient jdbc;

		@Test
		void locksWorkWithoutATableForThem() {
			assertThat(this.jdbc.sql("select table_name from information_schema.tables where table_schema = 'PUBLIC'")
				.query(String.class)
				.list()).isEmpty();
			this.jdbc.sql("create table stock (item varchar(20))").update();
			this.stock.write("teapot", () -> assertThat(this.locks.held()).containsExactly("stock:teapot"));
		}

	}

	@Nested
	@JdbcTest
	@ContextConfiguration(classes = ShopApplication.class)
	@Import(FencedStock.class)
	@AutoConfigureDistlock
	class OfAFencedMethod {

		@Autowired
		private FencingGuard guard;

		@Autowired
		private FencedStock stock;

		@Autowired
		private JdbcClient jdbc;

		@Test
		void tokenIsCheckedInTheTransactionOfTheTest() {
			this.stock.run("teapot");
			assertThat(token("teapot")).isPositive();
		}

		@Test
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		void tokenIsCheckedInTheTransactionOfTheMethod() {
			this.stock.run("cup");
			assertThat(token("cup")).isPositive();
		}

		@Test
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		void holderThatIsLateIsRefused() {
			this.guard.advance("stock:late", Long.MAX_VALUE);
			assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.stock.run("late"))
				.withMessageContaining("stock:late");
		}

		private long token(String item) {
			return this.jdbc.sql("select token from DISTLOCK_FENCE where fence_key = ?")
				.param("shop:stock:" + item)
				.query(Long.class)
				.single();
		}

	}

	@Nested
	@SpringJUnitConfig(Reports.class)
	@AutoConfigureDistlock
	class OfOneBean {

		@Autowired
		private TestLocks locks;

		@Autowired
		private Reports reports;

		@Autowired
		private LockOperations operations;

		@Test
		void locksWorkAroundIt() {
			assertThat(this.reports.write()).isEqualTo(List.of("report"));
			this.locks.holdElsewhere("report");
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(this.reports::write);
			assertThat(this.operations.tryAcquire("report")).isEmpty();
		}

		@Test
		void nothingIsLeftOfAnotherTest() {
			assertThat(this.locks.heldElsewhere()).isEmpty();
		}

	}

	static class FencedStock {

		@Transactional
		@DistributedLock(name = "stock", key = "#p0", fenced = true)
		void run(String item) {
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
		}

	}

	static class Reports {

		@DistributedLock(name = "report", waitTime = "0")
		List<String> write() {
			return List.of("report");
		}

	}

}
