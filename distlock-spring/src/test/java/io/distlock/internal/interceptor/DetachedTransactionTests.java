// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is locked on a thread of its own has no part in the transaction of the caller's
 * thread: its lock may end before that transaction, because its data is committed by
 * then.
 */
@Timeout(60)
class DetachedTransactionTests {

	private AnnotationConfigApplicationContext context;

	private Ledger ledger;

	private TestLocks.Store store;

	private TransactionTemplate transactions;

	@BeforeEach
	void start() {
		this.context = TestLocks.context(TransactionalLockTests.Transactions.class, Ledger.class);
		this.ledger = this.context.getBean(Ledger.class);
		this.store = this.context.getBean(TestLocks.Store.class);
		this.transactions = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void stageWritesOutsideTheTransactionOfItsCallerAndUnderTheLock() {
		this.transactions.executeWithoutResult((transaction) -> {
			assertThat(this.ledger.stage().join()).isEqualTo("locked, no transaction");
			assertThat(this.store.isFree("ledger")).isTrue();
			transaction.setRollbackOnly();
		});
		assertThat(this.ledger.rows()).isEqualTo(1);
	}

	@Test
	void publisherWritesOutsideTheTransactionOfItsSubscriberAndUnderTheLock() {
		this.transactions.executeWithoutResult((transaction) -> {
			assertThat(this.ledger.mono().block()).isEqualTo("locked, no transaction");
			assertThat(this.store.isFree("ledger")).isTrue();
			transaction.setRollbackOnly();
		});
		assertThat(this.ledger.rows()).isEqualTo(1);
	}

	static class Ledger {

		private final JdbcTemplate jdbc;

		private final TestLocks.Store store;

		Ledger(DataSource dataSource, TestLocks.Store store) {
			this.jdbc = new JdbcTemplate(dataSource);
			this.store = store;
		}

		Integer rows() {
			return this.jdbc.queryForObject("SELECT COUNT(*) FROM account", Integer.class);
		}

		@DistributedLock("ledger")
		CompletableFuture<String> stage() {
			return CompletableFuture.completedFuture(write());
		}

		@DistributedLock("ledger")
		Mono<String> mono() {
			return Mono.fromSupplier(this::write);
		}

		private String write() {
			this.jdbc.update("INSERT INTO account VALUES (1)");
			return (this.store.isFree("ledger") ? "free" : "locked")
					+ (TransactionSynchronizationManager.isActualTransactionActive() ? ", in a transaction"
							: ", no transaction");
		}

	}

}
