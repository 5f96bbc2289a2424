// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.LockContext;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.testserver.jdbc.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * {@code fenced = true}: every transaction that a method runs begins with the check, and
 * one that is refused leaves nothing behind.
 */
@Tag("safety")
@Tag("databases")
class FencedMethodTests {

	private static final long LATER = Long.MAX_VALUE;

	private AnnotationConfigApplicationContext context;

	private HikariDataSource pool;

	private Accounts accounts;

	private FencingGuard guard;

	private TransactionTemplate transactions;

	private void start(TestDatabase database) {
		this.pool = database.open(5);
		this.context = new AnnotationConfigApplicationContext();
		this.context.registerBean("dataSource", DataSource.class, () -> this.pool,
				(definition) -> definition.setPrimary(true));
		this.context.register(Application.class);
		TestPropertyValues.of("distlock.provider=local", "distlock.fencing.initialize-schema=always")
			.applyTo(this.context);
		this.context.refresh();
		this.accounts = this.context.getBean(Accounts.class);
		this.guard = this.context.getBean(FencingGuard.class);
		this.transactions = new TransactionTemplate(
				this.context.getBean("transactionManager", PlatformTransactionManager.class));
	}

	@AfterEach
	void stop() {
		try {
			assertThat(LockContext.all()).isEmpty();
			assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isFalse();
			assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
			assertThat(this.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
			assertThat(this.context.getBean(LockTemplate.class).tryAcquire("account")).hasValueSatisfying((lock) -> {
				assertThat(lock.isHeld()).isTrue();
				lock.close();
			});
		}
		finally {
			this.context.close();
			this.pool.close();
		}
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void transactionOfTheMethodIsCheckedAndCommits(TestDatabase database) {
		start(database);
		this.accounts.write(1);
		assertThat(rows()).isEqualTo(1);
		assertThat(this.accounts.tokens()).hasSize(1);
		assertThat(stored()).isEqualTo(this.accounts.tokens().get(0));
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void bodyOfARefusedTransactionDoesNotRun(TestDatabase database) {
		start(database);
		this.guard.advance("account", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.accounts.write(1));
		assertThat(this.accounts.tokens()).isEmpty();
		assertThat(rows()).isZero();
		this.transactions.executeWithoutResult((status) -> insert(2));
		assertThat(rows()).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void everyTransactionInTheBodyIsChecked(TestDatabase database) {
		start(database);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.accounts.plain(() -> {
			this.transactions.executeWithoutResult((status) -> insert(1));
			this.transactions.executeWithoutResult((status) -> insert(2));
			this.guard.advance("account", LATER);
			this.transactions.executeWithoutResult((status) -> insert(3));
		}));
		assertThat(rows()).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void refusedInnerTransactionLeavesTheOuterOneUsable(TestDatabase database) {
		start(database);
		List<Integer> completions = new ArrayList<>();
		TransactionTemplate outer = template(TransactionDefinition.PROPAGATION_REQUIRED);
		outer.setReadOnly(true);
		this.guard.advance("account", LATER);
		outer.executeWithoutResult((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new Completions(completions));
			Object bound = TransactionSynchronizationManager.getResource(this.pool);
			assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.accounts.writeNew(1))
				.satisfies((stale) -> assertThat(stale.getSuppressed()).isEmpty());
			assertThat(TransactionSynchronizationManager.getResource(this.pool)).isSameAs(bound);
			assertThat(TransactionSynchronizationManager.isCurrentTransactionReadOnly()).isTrue();
			assertThat(TransactionSynchronizationManager.getSynchronizations())
				.filteredOn(Completions.class::isInstance)
				.hasSize(1);
			assertThat(this.pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
			assertThat(rows()).isZero();
			assertThat(completions).isEmpty();
		});
		assertThat(completions).containsExactly(TransactionSynchronization.STATUS_COMMITTED);
		assertThat(this.accounts.tokens()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void synchronizationWithoutATransactionIsResumed(TestDatabase database) {
		start(database);
		List<Integer> completions = new ArrayList<>();
		this.guard.advance("account", LATER);
		template(TransactionDefinition.PROPAGATION_SUPPORTS).executeWithoutResult((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new Completions(completions));
			assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.accounts.write(1));
			assertThat(TransactionSynchronizationManager.getSynchronizations())
				.hasAtLeastOneElementOfType(Completions.class);
		});
		assertThat(completions).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void transactionsInsideEachOtherDoNotWaitForEachOther(TestDatabase database) {
		start(database);
		this.transactions.executeWithoutResult((status) -> {
			this.accounts.writeNew(1);
			insert(2);
			this.accounts.plain(() -> template(TransactionDefinition.PROPAGATION_NESTED)
				.executeWithoutResult((nested) -> insert(3)));
		});
		assertThat(rows()).isEqualTo(3);
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void transactionOfTheCallerIsCheckedWhenTheLockIsTaken(TestDatabase database) {
		start(database);
		this.transactions.executeWithoutResult((status) -> this.accounts.plain(() -> insert(1)));
		assertThat(stored()).isPositive();
		this.guard.advance("account", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				insert(2);
				this.accounts.plain(() -> insert(3));
			}));
		assertThat(rows()).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void transactionOfTheCallerCannotCommitAlthoughItIgnoresTheRefusal(TestDatabase database) {
		start(database);
		this.guard.advance("account", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				insert(2);
				assertThatExceptionOfType(StaleFencingTokenException.class)
					.isThrownBy(() -> this.accounts.plain(() -> insert(3)));
			}));
		assertThat(rows()).isZero();
	}

	@ParameterizedTest
	@EnumSource(TestDatabase.class)
	void readOnlyTransactionIsNotChecked(TestDatabase database) {
		start(database);
		this.guard.advance("account", LATER);
		assertThat(this.accounts.count()).isZero();
	}

	@Test
	void answerOfACacheNeedsNoTransaction() {
		start(TestDatabase.H2);
		assertThat(this.accounts.cachedCount()).isZero();
		this.accounts.write(1);
		assertThat(this.accounts.cachedCount()).isZero();
	}

	@Test
	void managersThatKeepOtherResourcesAreCheckedInTheDatabaseThatTheyBind() {
		start(TestDatabase.H2);
		TransactionTemplate sessions = new TransactionTemplate(
				this.context.getBean("sessions", PlatformTransactionManager.class));
		this.accounts.plain(() -> sessions.executeWithoutResult((status) -> insert(1)));
		assertThat(stored()).isPositive();
		this.guard.advance("account", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> this.accounts.plain(() -> sessions.executeWithoutResult((status) -> insert(2))));
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void transactionsOfAnotherDatabaseAreCheckedThere() {
		start(TestDatabase.H2);
		DataSource archive = this.context.getBean("archive", DataSource.class);
		TransactionTemplate archiving = new TransactionTemplate(
				this.context.getBean("archiveTransactions", PlatformTransactionManager.class));
		this.guard.on(archive).advance("account", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> this.accounts.plain(() -> archiving.executeWithoutResult((status) -> {
				throw new IllegalStateException("must not run");
			})));
		this.accounts.write(1);
		assertThat(rows()).isEqualTo(1);
		assertThat(((HikariDataSource) archive).getHikariPoolMXBean().getActiveConnections()).isZero();
	}

	@Test
	void connectionOfAnotherDatabaseWithoutATransactionIsLeftAlone() {
		start(TestDatabase.H2);
		JdbcTemplate archive = new JdbcTemplate(this.context.getBean("archive", DataSource.class));
		this.transactions.executeWithoutResult((status) -> {
			assertThat(archive.queryForObject("select 1", Integer.class)).isOne();
			this.accounts.plain(() -> insert(1));
		});
		assertThat(archive.queryForList("show tables")).isEmpty();
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void transactionsAfterTheMethodAndOnOtherThreadsAreNotChecked() {
		start(TestDatabase.H2);
		this.accounts.plain(() -> {
			this.transactions.executeWithoutResult((status) -> insert(0));
			this.guard.advance("account", LATER);
			CompletableFuture.runAsync(() -> this.transactions.executeWithoutResult((status) -> insert(1)))
				.orTimeout(60, TimeUnit.SECONDS)
				.join();
		});
		this.transactions.executeWithoutResult((status) -> insert(2));
		assertThat(rows()).isEqualTo(3);
	}

	@Test
	void innerLockThatIsNotFencedLeavesTheOuterOneInForce() {
		start(TestDatabase.H2);
		LockTemplate template = this.context.getBean(LockTemplate.class);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> this.accounts.plain(() -> template.executeWithoutResult("other", (lock) -> {
				this.guard.advance("account", LATER);
				this.transactions.executeWithoutResult((status) -> insert(1));
			})));
		this.transactions.executeWithoutResult((status) -> insert(1));
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void exceptionOfTheBodyIsTheCallers() {
		start(TestDatabase.H2);
		assertThatIllegalStateException().isThrownBy(() -> this.accounts.plain(() -> {
			throw new IllegalStateException("body");
		})).withMessage("body");
	}

	private TransactionTemplate template(int propagation) {
		TransactionTemplate template = new TransactionTemplate(
				this.context.getBean("transactionManager", PlatformTransactionManager.class));
		template.setPropagationBehavior(propagation);
		return template;
	}

	private void insert(int id) {
		new JdbcTemplate(this.pool).update("insert into account values (?)", id);
	}

	private Integer rows() {
		return new JdbcTemplate(this.pool).queryForObject("select count(*) from account", Integer.class);
	}

	private Long stored() {
		return new JdbcTemplate(this.pool)
			.queryForObject("select token from DISTLOCK_FENCE where fence_key = 'distlock:account'", Long.class);
	}

	private record Completions(List<Integer> seen) implements TransactionSynchronization {

		@Override
		public void afterCompletion(int status) {
			this.seen.add(status);
		}

	}

	static class Accounts {

		private final List<Long> tokens = new ArrayList<>();

		private final Consumer<Integer> insert;

		private final JdbcTemplate jdbc;

		Accounts(DataSource dataSource) {
			this.jdbc = new JdbcTemplate(dataSource);
			this.jdbc.execute("create table account (id int)");
			this.insert = (id) -> {
				this.tokens.add(LockContext.current().orElseThrow().fencingToken());
				this.jdbc.update("insert into account values (?)", id);
			};
		}

		List<Long> tokens() {
			return this.tokens;
		}

		@Transactional
		@DistributedLock(name = "account", fenced = true)
		void write(int id) {
			this.insert.accept(id);
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock(name = "account", fenced = true)
		void writeNew(int id) {
			this.insert.accept(id);
		}

		@Transactional(readOnly = true)
		@DistributedLock(name = "account", fenced = true)
		Integer count() {
			return this.jdbc.queryForObject("select count(*) from account", Integer.class);
		}

		@Cacheable(cacheNames = "account", key = "'count'")
		@Transactional
		@DistributedLock(name = "account", fenced = true)
		Integer cachedCount() {
			return this.jdbc.queryForObject("select count(*) from account", Integer.class);
		}

		@DistributedLock(name = "account", fenced = true)
		void plain(Runnable body) {
			body.run();
		}

	}

	/**
	 * Binds the connection, but is about something else, as managers of JPA are.
	 */
	static final class SessionTransactionManager extends JdbcTransactionManager {

		SessionTransactionManager(DataSource dataSource) {
			super(dataSource);
		}

		@Override
		public Object getResourceFactory() {
			return "sessions";
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@EnableTransactionManagement
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, FencingAutoConfiguration.class })
	static class Application {

		@Bean
		@Primary
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		SessionTransactionManager sessions(DataSource dataSource) {
			return new SessionTransactionManager(dataSource);
		}

		@Bean(defaultCandidate = false)
		HikariDataSource archive() {
			return TestDatabase.H2.open(2);
		}

		@Bean
		JdbcTransactionManager archiveTransactions(@Qualifier("archive") DataSource archive) {
			return new JdbcTransactionManager(archive);
		}

		@Bean
		ConcurrentMapCacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

		@Bean
		Accounts accounts(DataSource dataSource) {
			return new Accounts(dataSource);
		}

	}

}
