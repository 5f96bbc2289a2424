// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.transactional;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.OnLost;
import io.distlock.annotation.DeferredResultException;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.LockLifetime;
import io.distlock.annotation.StaleReadException;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.testserver.jdbc.TestDatabase;
import io.distlock.transactional.TransactionLockException;
import io.distlock.transactional.TransactionLocks;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Tag("databases")
class TransactionLockedMethodTests {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<HikariDataSource> pools = new ArrayList<>();

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.pools.forEach((pool) -> {
			assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
			pool.close();
		});
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	private HikariDataSource database(TestDatabase database) {
		HikariDataSource pool = database.open(12);
		this.pools.add(pool);
		JdbcTemplate jdbc = new JdbcTemplate(pool);
		jdbc.execute("create table stock (item varchar(20) primary key, units int not null)");
		jdbc.execute("create table sale (id int primary key)");
		jdbc.update("insert into stock values ('book', 20)");
		return pool;
	}

	private HikariDataSource another(HikariDataSource pool) {
		HikariDataSource other = new HikariDataSource();
		other.setJdbcUrl(pool.getJdbcUrl());
		other.setUsername(pool.getUsername());
		other.setMaximumPoolSize(12);
		this.pools.add(other);
		return other;
	}

	private static ApplicationContextRunner node(DataSource dataSource) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class,
					FencingAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
					TransactionAutoConfiguration.class, JdbcTemplateAutoConfiguration.class))
			.withBean("dataSource", DataSource.class, () -> dataSource)
			.withPropertyValues("distlock.fencing.initialize-schema=always");
	}

	private void run(TestDatabase database, Consumer<ApplicationContext> test) {
		node(database(database)).withBean(Warehouse.class).run((context) -> {
			assertThat(context).hasNotFailed();
			test.accept(context);
		});
	}

	@ParameterizedTest
	@EnumSource
	void twoNodesSellWhatIsThereAndNoMore(TestDatabase database) {
		HikariDataSource pool = database(database);
		node(pool).withBean(Warehouse.class).run((one) -> node(another(pool)).withBean(Warehouse.class).run((two) -> {
			assertThat(sell(one.getBean(Warehouse.class), two.getBean(Warehouse.class))).isEqualTo(20);
			JdbcTemplate jdbc = one.getBean(JdbcTemplate.class);
			assertThat(jdbc.queryForObject("select units from stock", Integer.class)).isZero();
			assertThat(jdbc.queryForObject("select count(*) from sale", Integer.class)).isEqualTo(20);
		}));
	}

	private int sell(Warehouse one, Warehouse two) throws Exception {
		List<Future<Boolean>> buyers = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			Warehouse seller = (i % 2 == 0) ? one : two;
			int buyer = i;
			buyers.add(this.threads.submit(() -> seller.sell("book", buyer)));
		}
		int sold = 0;
		for (Future<Boolean> buyer : buyers) {
			sold += buyer.get(60, TimeUnit.SECONDS) ? 1 : 0;
		}
		return sold;
	}

	@ParameterizedTest
	@EnumSource
	void lockEndsWithTheTransactionOfTheMethod(TestDatabase database) {
		run(database, (context) -> {
			Warehouse warehouse = context.getBean(Warehouse.class);
			warehouse.run("book", () -> assertThat(isFree(context, "stock:book")).isFalse());
			assertThat(isFree(context, "stock:book")).isTrue();
			assertThatIllegalStateException().isThrownBy(() -> warehouse.run("book", () -> {
				throw new IllegalStateException("body");
			})).withMessage("body");
			assertThat(isFree(context, "stock:book")).isTrue();
			warehouse.runForAll(List.of("b", "a"), () -> assertThat(isFree(context, "stock:a")).isFalse());
			warehouse.runIf("free", () -> assertThat(isFree(context, "stock:free")).isTrue());
			warehouse.runIf("book", () -> assertThat(isFree(context, "stock:book")).isFalse());
		});
	}

	@ParameterizedTest
	@EnumSource
	void lockInTheTransactionOfTheCallerEndsWithThatOne(TestDatabase database) {
		run(database, (context) -> {
			Warehouse warehouse = context.getBean(Warehouse.class);
			transaction(context).executeWithoutResult((status) -> {
				List<Runnable> calls = List.of(() -> warehouse.run("a", () -> {
				}), () -> warehouse.runWithoutTransaction("b", () -> {
				}), () -> warehouse.runInThatOfTheCaller("c", () -> {
				}), () -> warehouse.run("a", () -> {
				}));
				calls.forEach(Runnable::run);
				Stream.of("a", "b", "c").forEach((key) -> assertThat(isFree(context, "stock:" + key)).isFalse());
				warehouse.runInNew("d", () -> assertThat(isFree(context, "stock:d")).isFalse());
				assertThat(isFree(context, "stock:d")).isTrue();
				assertThatExceptionOfType(TransactionLockException.class)
					.isThrownBy(() -> warehouse.runInNew("a", () -> {
					}))
					.withMessageContaining("outer transaction");
				assertThat(isFree(context, "stock:a")).isFalse();
			});
			Stream.of("a", "b", "c").forEach((key) -> assertThat(isFree(context, "stock:" + key)).isTrue());
			warehouse.runInNew("a", () -> {
			});
		});
	}

	@Test
	void methodWithoutATransactionIsNotEntered() {
		run(TestDatabase.H2, (context) -> {
			Warehouse warehouse = context.getBean(Warehouse.class);
			AtomicBoolean entered = new AtomicBoolean();
			for (Runnable call : List.<Runnable>of(() -> warehouse.runWithoutTransaction("a", () -> entered.set(true)),
					() -> warehouse.runInThatOfTheCaller("a", () -> entered.set(true)))) {
				assertThatExceptionOfType(TransactionLockException.class).isThrownBy(call::run)
					.withMessageContaining(Warehouse.class.getName() + ".run")
					.withMessageContaining("@Transactional");
			}
			assertThat(entered).isFalse();
		});
	}

	@ParameterizedTest
	@EnumSource
	void methodInAnotherIsolationIsNotEntered(TestDatabase database) {
		run(database, (context) -> {
			AtomicBoolean entered = new AtomicBoolean();
			assertThatExceptionOfType(TransactionLockException.class)
				.isThrownBy(() -> context.getBean(Warehouse.class).repeatable("a", () -> entered.set(true)))
				.withMessageContaining("REPEATABLE READ");
			assertThat(entered).isFalse();
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isFalse();
			assertThat(isFree(context, "stock:a")).isTrue();
		});
	}

	@ParameterizedTest
	@EnumSource
	void busyMethodIsSkippedOrReplacedOutsideOfItsTransaction(TestDatabase database) {
		run(database, (context) -> {
			Warehouse warehouse = context.getBean(Warehouse.class);
			AtomicBoolean entered = new AtomicBoolean();
			whileHeld(context, "stock:book", () -> {
				warehouse.skip("book", () -> entered.set(true));
				assertThat(warehouse.orElse("book", () -> entered.set(true)))
					.isEqualTo("stock:book is busy, in a transaction: false");
			});
			assertThat(entered).isFalse();
			assertThat(warehouse.orElse("book", () -> entered.set(true))).isEqualTo("done");
			assertThat(entered).isTrue();
		});
	}

	@ParameterizedTest
	@EnumSource
	void transactionOfTheCallerGoesOnWithoutABusyMethod(TestDatabase database) {
		run(database, (context) -> {
			Warehouse warehouse = context.getBean(Warehouse.class);
			AtomicBoolean entered = new AtomicBoolean();
			whileHeld(context, "stock:book", () -> transaction(context).executeWithoutResult((status) -> {
				JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
				jdbc.update("insert into sale values (1)");
				warehouse.skip("book", () -> entered.set(true));
				assertThat(warehouse.orElse("book", () -> entered.set(true))).endsWith("true");
				jdbc.update("insert into sale values (2)");
			}));
			assertThat(entered).isFalse();
			assertThat(context.getBean(JdbcTemplate.class).queryForObject("select count(*) from sale", Integer.class))
				.isEqualTo(2);
		});
	}

	@Test
	void busyLockOfACallInsideIsNotTakenForOnesOwn() {
		run(TestDatabase.H2, (context) -> {
			Warehouse warehouse = context.getBean(Warehouse.class);
			LockNotAcquiredException busy = new LockNotAcquiredException("other", "busy");
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> warehouse.skip("book", () -> {
				throw busy;
			})).isSameAs(busy);
		});
	}

	@Test
	void applicationThatLocksTransactionsOnPostgresNeedsNoTable() {
		node(database(TestDatabase.POSTGRESQL)).withBean(Warehouse.class)
			.withPropertyValues("distlock.fencing.initialize-schema=never", "distlock.jdbc.initialize-schema=never")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(Warehouse.class).sell("book", 1)).isTrue();
				assertThat(context.getBean(JdbcTemplate.class)
					.queryForList("select table_name from information_schema.tables where table_schema = 'public'",
							String.class))
					.containsExactlyInAnyOrder("stock", "sale");
			});
	}

	@Test
	void tableThatIsMissingStopsTheStartWhereRowsAreLocked() {
		node(database(TestDatabase.H2)).withBean(Warehouse.class)
			.withPropertyValues("distlock.fencing.initialize-schema=never")
			.run((context) -> assertThat(context.getStartupFailure()).isInstanceOf(LockTableMissingException.class));
	}

	@Test
	void eachTransactionOfACallHasTheLock() {
		node(database(TestDatabase.H2)).withBean(Warehouse.class)
			.withUserConfiguration(RetryInsideTheLock.class)
			.withPropertyValues("distlock.order=0")
			.run((context) -> {
				Warehouse warehouse = context.getBean(Warehouse.class);
				List<Boolean> free = new ArrayList<>();
				warehouse.run("book", () -> {
					free.add(isFree(context, "stock:book"));
					if (free.size() == 1) {
						throw new IllegalStateException("again");
					}
				});
				assertThat(free).containsExactly(false, false);
				AtomicBoolean entered = new AtomicBoolean();
				whileHeld(context, "stock:book", () -> warehouse.skip("book", () -> entered.set(true)));
				assertThat(entered).isFalse();
			});
	}

	@Test
	void answerOfACacheInsideTheLockNeedsNoTransaction() {
		node(database(TestDatabase.H2)).withBean(Catalogue.class)
			.withUserConfiguration(CacheInsideTheLock.class)
			.withPropertyValues("distlock.order=0")
			.run((context) -> {
				Catalogue catalogue = context.getBean(Catalogue.class);
				assertThat(catalogue.isFree(() -> isFree(context, "catalogue"))).isFalse();
				assertThat(catalogue.isFree(() -> true)).isFalse();
				whileHeld(context, "catalogue", () -> assertThat(catalogue.isFree(() -> true)).isFalse());
			});
	}

	@Test
	void callThatAdviceAnswersAndMakesLaterDoesNotEnterTheMethod() {
		node(database(TestDatabase.H2)).withBean(Warehouse.class)
			.withBean(Postponing.class, Postponing::new,
					(definition) -> definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE))
			.withPropertyValues("distlock.order=0")
			.run((context) -> {
				AtomicBoolean entered = new AtomicBoolean();
				context.getBean(Warehouse.class).run("book", () -> entered.set(true));
				assertThatExceptionOfType(DeferredResultException.class)
					.isThrownBy(() -> context.getBean(Postponing.class).call.proceed());
				assertThat(entered).isFalse();
			});
	}

	@Test
	void placeOfTheTransactionAmongOtherAdviceDoesNotMatter() {
		node(database(TestDatabase.H2)).withBean(Warehouse.class)
			.withUserConfiguration(OutermostTransactions.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(Warehouse.class).run("book", () -> assertThat(isFree(context, "stock:book")).isFalse());
			});
	}

	@Test
	void lockIsThatOfTheDatabaseThatTheMethodNames() {
		HikariDataSource first = database(TestDatabase.H2);
		HikariDataSource second = database(TestDatabase.POSTGRESQL);
		node(first).withBean(Branches.class)
			.withBean("secondManager", JdbcTransactionManager.class, () -> new JdbcTransactionManager(second))
			.withBean("firstManager", JdbcTransactionManager.class, () -> new JdbcTransactionManager(first),
					(definition) -> definition.setPrimary(true))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				Branches branches = context.getBean(Branches.class);
				branches.second(() -> {
					assertThat(advisoryLocks(second)).isEqualTo(1);
					branches.first(() -> assertThat(advisoryLocks(second)).isEqualTo(1));
					branches.second(() -> assertThat(advisoryLocks(second)).isEqualTo(1));
				});
				branches.first(() -> {
					assertThat(advisoryLocks(second)).isZero();
					branches.second(() -> assertThat(advisoryLocks(second)).isEqualTo(1));
					assertThat(advisoryLocks(second)).isZero();
				});
			});
	}

	private static int advisoryLocks(DataSource dataSource) {
		try (Connection connection = dataSource.getConnection();
				Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery(
						"select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())")) {
			row.next();
			return row.getInt(1);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void transactionsOfJpaAreLockedIn() {
		HikariDataSource pool = database(TestDatabase.POSTGRESQL);
		node(pool).withBean(Warehouse.class)
			.withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
			.withUserConfiguration(NoEntities.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
				Warehouse warehouse = context.getBean(Warehouse.class);
				warehouse.run("book", () -> assertThat(isFree(context, "stock:book")).isFalse());
				assertThatExceptionOfType(TransactionLockException.class)
					.isThrownBy(() -> warehouse.repeatable("book", () -> {
					}));
				transaction(context).executeWithoutResult((status) -> {
					warehouse.run("book", () -> {
					});
					assertThat(isFree(context, "stock:book")).isFalse();
				});
				assertThat(context.getBean(EntityManagerFactory.class).isOpen()).isTrue();
			});
	}

	@Test
	void entitiesThatAreLoadedAlreadyAreOlderThanTheLock() {
		node(database(TestDatabase.POSTGRESQL)).withBean(Warehouse.class)
			.withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
			.withUserConfiguration(Entities.class)
			.withPropertyValues("distlock.transaction.inside=fail")
			.run((context) -> transaction(context).executeWithoutResult((status) -> {
				Warehouse warehouse = context.getBean(Warehouse.class);
				EntityManager entities = EntityManagerFactoryUtils
					.getTransactionalEntityManager(context.getBean(EntityManagerFactory.class));
				assertThat(entities.find(StockItem.class, "book").units).isEqualTo(20);
				assertThatExceptionOfType(StaleReadException.class).isThrownBy(() -> warehouse.run("book", () -> {
				})).withMessageContaining("1 loaded entity").withMessageContaining("Warehouse.run()");
				assertThatExceptionOfType(StaleReadException.class)
					.isThrownBy(() -> context.getBean(TransactionLocks.class).lock("stock:book"))
					.withMessageContaining(TransactionLockedMethodTests.class.getName());
				entities.clear();
				warehouse.run("book", () -> assertThat(isFree(context, "stock:book")).isFalse());
			}));
	}

	@Test
	void managerThatDoesNotTellWhenATransactionBeginsIsRefusedBeforeTheMethodIsEntered() {
		AtomicBoolean entered = new AtomicBoolean();
		node(database(TestDatabase.H2)).withBean(Warehouse.class)
			.withBean(PlatformTransactionManager.class, SilentManager::new)
			.run((context) -> assertThatExceptionOfType(TransactionLockException.class)
				.isThrownBy(() -> context.getBean(Warehouse.class).run("a", () -> entered.set(true)))
				.withMessageContaining("AbstractPlatformTransactionManager"));
		assertThat(entered).isFalse();
	}

	static Stream<Class<?>> wrong() {
		return Stream.of(WithLeaseTime.class, WithoutRenewal.class, WithMaxHoldTime.class, WithOnLost.class,
				Fenced.class, WithProvider.class, WithMode.class, WithStage.class, WithMono.class);
	}

	@ParameterizedTest
	@MethodSource("wrong")
	void whatMakesNoSenseWithoutALeaseStopsTheStart(Class<?> bean) {
		node(database(TestDatabase.H2)).withBean(bean)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining(bean.getName() + ".wrong()")
				.hasMessageContaining("lifetime = METHOD"));
	}

	@Test
	void withoutADatabaseTheAnnotationIsRefused() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, FencingAutoConfiguration.class))
			.withBean(Sole.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("spring-boot-starter-jdbc"));
	}

	private static TransactionTemplate transaction(ApplicationContext context) {
		TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
		return transaction;
	}

	/**
	 * Ask in a transaction of another thread.
	 */
	private boolean isFree(ApplicationContext context, String key) {
		Callable<Boolean> attempt = () -> transaction(context).execute((status) -> {
			try {
				context.getBean(TransactionLocks.class).lock(key, Duration.ZERO);
				return true;
			}
			catch (LockNotAcquiredException ex) {
				return false;
			}
		});
		try {
			return this.threads.submit(attempt).get(60, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void whileHeld(ApplicationContext context, String key, Runnable work) {
		CountDownLatch locked = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		Future<?> holder = this.threads.submit(() -> transaction(context).executeWithoutResult((status) -> {
			context.getBean(TransactionLocks.class).lock(key);
			locked.countDown();
			await(end);
		}));
		await(locked);
		work.run();
		end.countDown();
		assertThat(holder).succeedsWithin(Duration.ofSeconds(60));
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = -1000)
	static class OutermostTransactions {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(order = 10)
	static class CacheInsideTheLock {

		@Bean
		ConcurrentMapCacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	/**
	 * Answers a call of the warehouse, inside of the lock, and has it to make later.
	 */
	static class Postponing extends DefaultPointcutAdvisor {

		private MethodInvocation call;

		Postponing() {
			setPointcut(new ComposablePointcut((ClassFilter) Warehouse.class::isAssignableFrom));
			setAdvice((MethodInterceptor) (invocation) -> {
				this.call = ((ProxyMethodInvocation) invocation).invocableClone();
				return null;
			});
			setOrder(10);
		}

	}

	static class Catalogue {

		@Cacheable(cacheNames = "catalogue", key = "'free'")
		@Transactional(isolation = Isolation.READ_COMMITTED)
		@DistributedLock(name = "catalogue", lifetime = LockLifetime.TRANSACTION)
		boolean isFree(BooleanSupplier question) {
			return question.getAsBoolean();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NoEntities {

		@Bean
		PersistenceManagedTypes persistenceManagedTypes() {
			return PersistenceManagedTypes.of();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Entities {

		@Bean
		PersistenceManagedTypes persistenceManagedTypes() {
			return PersistenceManagedTypes.of(StockItem.class.getName());
		}

	}

	@Entity
	@Table(name = "stock")
	static class StockItem {

		@Id
		String item;

		int units;

	}

	static class Branches {

		@Transactional("firstManager")
		@DistributedLock(name = "branch", lifetime = LockLifetime.TRANSACTION)
		void first(Runnable work) {
			work.run();
		}

		@Transactional("secondManager")
		@DistributedLock(name = "branch", lifetime = LockLifetime.TRANSACTION)
		void second(Runnable work) {
			work.run();
		}

	}

	/**
	 * A manager that takes no listener.
	 */
	static class SilentManager implements PlatformTransactionManager {

		@Override
		public TransactionStatus getTransaction(TransactionDefinition definition) {
			return new SimpleTransactionStatus();
		}

		@Override
		public void commit(TransactionStatus status) {
		}

		@Override
		public void rollback(TransactionStatus status) {
		}

	}

	static class Sole {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION)
		void sole() {
		}

	}

	static class WithLeaseTime {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION, leaseTime = "10s")
		void wrong() {
		}

	}

	static class WithoutRenewal {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION, autoRenew = false)
		void wrong() {
		}

	}

	static class WithMaxHoldTime {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION, maxHoldTime = "10s")
		void wrong() {
		}

	}

	static class WithOnLost {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION, onLost = OnLost.IGNORE)
		void wrong() {
		}

	}

	static class Fenced {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION, fenced = true)
		void wrong() {
		}

	}

	static class WithProvider {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION, provider = "redis")
		void wrong() {
		}

	}

	static class WithMode {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION, mode = LockMode.SHARED)
		void wrong() {
		}

	}

	static class WithStage {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION)
		CompletionStage<String> wrong() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class WithMono {

		@DistributedLock(lifetime = LockLifetime.TRANSACTION)
		Mono<String> wrong() {
			return Mono.empty();
		}

	}

	/**
	 * Calls a method of the warehouse twice if it fails, inside of the lock and outside
	 * of the transaction.
	 */
	@Configuration(proxyBeanMethods = false)
	static class RetryInsideTheLock {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DefaultPointcutAdvisor retry() {
			Pointcut warehouse = new ComposablePointcut((ClassFilter) Warehouse.class::isAssignableFrom);
			DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(warehouse, (MethodInterceptor) (invocation) -> {
				try {
					return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
				}
				catch (IllegalStateException | LockNotAcquiredException ex) {
					return invocation.proceed();
				}
			});
			advisor.setOrder(10);
			return advisor;
		}

	}

}
