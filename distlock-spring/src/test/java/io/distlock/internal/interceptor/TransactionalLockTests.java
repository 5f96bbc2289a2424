// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Tag("timing")
class TransactionalLockTests {

	private AnnotationConfigApplicationContext context;

	private Accounts accounts;

	private TestLocks.Store store;

	private TransactionTemplate transactions;

	@AfterEach
	void stop() {
		this.context.close();
	}

	private void start(String... properties) {
		Map<String, Object> map = new HashMap<>();
		for (int i = 0; i < properties.length; i += 2) {
			map.put(properties[i], properties[i + 1]);
		}
		this.context = TestLocks.context(map, (starting) -> {
		}, Transactions.class, Accounts.class);
		this.accounts = this.context.getBean(Accounts.class);
		this.store = this.context.getBean(TestLocks.Store.class);
		this.transactions = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
	}

	@Test
	void lockOutlastsTheTransactionOfTheSameMethod() {
		start();
		this.accounts.write(1);
		assertThat(this.accounts.freeAtCompletion()).isFalse();
		assertThat(this.store.isFree("account:1")).isTrue();
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void lockOutlastsTheRollback() {
		start();
		assertThatIllegalStateException().isThrownBy(() -> this.accounts.writeAndFail(1));
		assertThat(this.accounts.freeAtCompletion()).isFalse();
		assertThat(this.store.isFree("account:1")).isTrue();
		assertThat(rows()).isZero();
	}

	@Test
	void lockOfACallInATransactionIsHeldUntilItsCommit() throws Exception {
		start();
		this.transactions.executeWithoutResult((status) -> {
			this.accounts.join(1);
			assertThat(this.store.isFree("account:1")).isFalse();
			assertThat(LockContext.current()).isPresent();
		});
		assertThat(this.store.isFree("account:1")).isTrue();
		assertThat(LockContext.current()).isEmpty();
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void lockOfACallInATransactionIsHeldUntilItsRollback() {
		start();
		this.transactions.executeWithoutResult((status) -> {
			this.accounts.join(1);
			this.accounts.join(1);
			status.setRollbackOnly();
			assertThat(this.store.isFree("account:1")).isFalse();
		});
		assertThat(this.store.isFree("account:1")).isTrue();
		assertThat(rows()).isZero();
	}

	@Test
	void lockThatIsNotTransactionAwareIsReleasedWhenTheMethodEnds() {
		start("distlock.transaction-aware", "false");
		this.transactions.executeWithoutResult((status) -> {
			this.accounts.join(1);
			assertThat(this.store.isFree("account:1")).isTrue();
		});
	}

	@Test
	void lockInAnInnerTransactionStaysWithThatTransaction() {
		start();
		this.transactions.executeWithoutResult((status) -> {
			this.accounts.inner(() -> {
				this.accounts.join(1);
				assertThat(this.store.isFree("account:1")).isFalse();
			});
			assertThat(this.store.isFree("account:1")).isTrue();
		});
	}

	@Test
	void lockTakenAfterTheCommitIsReleased() {
		start();
		this.transactions.executeWithoutResult(
				(status) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCommit() {
						TransactionalLockTests.this.accounts.plain();
					}

					@Override
					public void afterCompletion(int status) {
						TransactionalLockTests.this.accounts.plain();
					}

				}));
		assertThat(this.store.asked).containsExactly("plain");
		assertThat(this.store.isFree("plain")).isTrue();
		assertThat(LockContext.current()).isEmpty();
	}

	@Test
	void lossVetoesTheTransactionOfTheMethod() {
		start();
		this.store.loses = true;
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.accounts.writeAndLose(1));
		assertThat(rows()).isZero();
	}

	@Test
	void lossVetoesTheTransactionOfTheCaller() {
		start();
		this.store.loses = true;
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				this.accounts.joinWithShortLease(1);
				TestLocks.awaitLoss(LockContext.current().orElseThrow());
			}));
		assertThat(rows()).isZero();
		assertThat(LockContext.current()).isEmpty();
	}

	@Test
	void lossVetoesTransactionsThatBeganInsideTheLock() {
		start();
		this.store.loses = true;
		LockTemplate template = this.context.getBean(LockTemplate.class);
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> template.executeWithoutResult(shortLease(), (lock) -> {
				this.transactions.executeWithoutResult((status) -> {
					insert(1);
					TestLocks.awaitLoss(lock);
				});
			}));
		assertThat(rows()).isZero();
	}

	@Test
	void lossVetoesNestedAndNewTransactions() {
		start();
		this.store.loses = true;
		for (int propagation : new int[] { TransactionTemplate.PROPAGATION_NESTED,
				TransactionTemplate.PROPAGATION_REQUIRES_NEW }) {
			TransactionTemplate inner = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
			inner.setPropagationBehavior(propagation);
			LockTemplate template = this.context.getBean(LockTemplate.class);
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> this.transactions.executeWithoutResult((outer) -> {
					insert(1);
					template.executeWithoutResult(shortLease(), (lock) -> inner.executeWithoutResult((status) -> {
						insert(2);
						TestLocks.awaitLoss(lock);
					}));
				}));
			assertThat(rows()).isZero();
		}
	}

	@Test
	void lossThatIsIgnoredVetoesNothing() {
		start();
		this.store.loses = true;
		this.accounts.writeAndIgnoreLoss(1);
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void lossAndRollbackKeepTheExceptionOfTheBody() {
		start();
		this.store.loses = true;
		assertThatIllegalStateException().isThrownBy(() -> this.accounts.loseAndFail(1)).withMessage("body");
		assertThat(rows()).isZero();
	}

	@Test
	void readOnlyTransactionWorksUnderALock() {
		start();
		assertThat(this.accounts.count(1)).isZero();
		assertThat(this.accounts.freeAtCompletion()).isFalse();
	}

	@Test
	void callsOnOneKeySeeEachOthersCommits() throws Exception {
		start();
		CompletableFuture<?>[] calls = new CompletableFuture<?>[8];
		for (int i = 0; i < calls.length; i++) {
			calls[i] = CompletableFuture.runAsync(() -> {
				for (int j = 0; j < 10; j++) {
					this.accounts.increment();
				}
			});
		}
		CompletableFuture.allOf(calls).get(60, TimeUnit.SECONDS);
		assertThat(new JdbcTemplate(this.context.getBean(DataSource.class))
			.queryForObject("SELECT MAX(id) FROM account", Integer.class)).isEqualTo(80);
	}

	private LockRequest shortLease() {
		return LockRequest.of("template").leaseTime(Duration.ofMillis(300));
	}

	private void insert(int id) {
		new JdbcTemplate(this.context.getBean(DataSource.class)).update("INSERT INTO account VALUES (?)", id);
	}

	private int rows() {
		Integer rows = new JdbcTemplate(this.context.getBean(DataSource.class))
			.queryForObject("SELECT COUNT(*) FROM account", Integer.class);
		return (rows != null) ? rows : -1;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Transactions {

		@Bean
		DataSource dataSource() {
			return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
		}

		@Bean
		PlatformTransactionManager transactionManager(DataSource dataSource) {
			new JdbcTemplate(dataSource).execute("CREATE TABLE account (id INT)");
			return new JdbcTransactionManager(dataSource);
		}

	}

	static class Accounts {

		private final JdbcTemplate jdbc;

		private final TestLocks.Store store;

		private volatile Boolean freeAtCompletion;

		Accounts(DataSource dataSource, TestLocks.Store store) {
			this.jdbc = new JdbcTemplate(dataSource);
			this.store = store;
		}

		Boolean freeAtCompletion() {
			return this.freeAtCompletion;
		}

		private void insert(int id) {
			this.jdbc.update("INSERT INTO account VALUES (?)", id);
			lookAtCompletion(id);
		}

		private void lookAtCompletion(int id) {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCompletion(int status) {
					Accounts.this.freeAtCompletion = Accounts.this.store.isFree("account:" + id);
				}

			});
		}

		@Transactional
		@DistributedLock(name = "account", key = "#id")
		void write(int id) {
			insert(id);
		}

		@Transactional
		@DistributedLock(name = "account", key = "#id")
		void writeAndFail(int id) {
			insert(id);
			throw new IllegalStateException("body");
		}

		@Transactional(readOnly = true)
		@DistributedLock(name = "account", key = "#id")
		int count(int id) {
			lookAtCompletion(id);
			return this.jdbc.queryForList("SELECT id FROM account").size();
		}

		@DistributedLock(name = "account", key = "#id")
		void join(int id) {
			insert(id);
		}

		@DistributedLock(name = "account", key = "#id", leaseTime = "300ms")
		void joinWithShortLease(int id) {
			insert(id);
		}

		@Transactional
		@DistributedLock(leaseTime = "300ms")
		void writeAndLose(int id) {
			insert(id);
			TestLocks.awaitLoss(LockContext.current().orElseThrow());
		}

		@Transactional
		@DistributedLock(leaseTime = "300ms", onLost = OnLost.IGNORE)
		void writeAndIgnoreLoss(int id) {
			insert(id);
			TestLocks.awaitLoss(LockContext.current().orElseThrow());
		}

		@Transactional
		@DistributedLock(leaseTime = "300ms")
		void loseAndFail(int id) {
			insert(id);
			TestLocks.awaitLoss(LockContext.current().orElseThrow());
			throw new IllegalStateException("body");
		}

		@Transactional
		@DistributedLock(waitTime = "60s")
		void increment() {
			Integer max = this.jdbc.queryForObject("SELECT COALESCE(MAX(id), 0) FROM account", Integer.class);
			this.jdbc.update("INSERT INTO account VALUES (?)", max + 1);
		}

		@DistributedLock("plain")
		void plain() {
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		void inner(Runnable action) {
			action.run();
		}

	}

}
