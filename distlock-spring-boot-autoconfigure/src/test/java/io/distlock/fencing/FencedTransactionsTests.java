// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.testserver.jdbc.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.DefaultJpaDialect;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Fenced means fenced: where a token cannot be checked, the call fails and says so.
 */
@Tag("safety")
class FencedTransactionsTests {

	private static final long LATER = Long.MAX_VALUE;

	private static final LockRequest FENCED = LockRequest.of("stock").fenced();

	private final HikariDataSource pool = TestDatabase.H2.open(3);

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private Stock stock;

	private FencingGuard guard;

	private LockTemplate locks;

	private TransactionTemplate transactions;

	private void start(Class<?>... configurations) {
		new JdbcTemplate(this.pool).execute("create table stock (id int)");
		this.context.registerBean("dataSource", DataSource.class, () -> this.pool);
		this.context.register(configurations);
		this.context.register(Application.class);
		TestPropertyValues.of("distlock.provider=local", "distlock.fencing.initialize-schema=always")
			.applyTo(this.context);
		this.context.refresh();
		this.stock = this.context.getBean(Stock.class);
		this.guard = this.context.getBean(FencingGuard.class);
		this.locks = this.context.getBean(LockTemplate.class);
		this.transactions = template(TransactionDefinition.PROPAGATION_REQUIRED);
	}

	@AfterEach
	void stop() {
		this.context.close();
		this.pool.close();
		assertThat(LockContext.all()).isEmpty();
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	@Test
	void managerThatWasCreatedTooEarlyIsChecked() {
		start(EarlyManager.class, Manager.class);
		this.stock.write();
		assertThat(rows()).isEqualTo(1);
		this.guard.advance("stock", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(this.stock::write);
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void managerThatTakesNoListenerStopsTheStart() {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> start(Manager.class, ForeignManager.class))
			.withMessageContaining("foreign")
			.withMessageContaining("AbstractPlatformTransactionManager");
	}

	@Test
	void transactionsThatHideTheirConnectionAreRefusedBeforeAnythingIsWritten() {
		start(HidingManager.class);
		assertThatExceptionOfType(FencingException.class).isThrownBy(this.stock::write)
			.withMessageContaining("JpaVendorAdapter");
		assertThatExceptionOfType(FencingException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> this.stock.plain(this.stock::insert)))
			.withMessageContaining("JpaVendorAdapter");
		assertThat(rows()).isZero();
		this.transactions.executeWithoutResult((status) -> {
		});
	}

	@Test
	void transactionsOfHibernateAreChecked() {
		start(HibernateManager.class);
		this.stock.write();
		assertThat(rows()).isEqualTo(1);
		this.guard.advance("stock", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(this.stock::write);
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void methodWithoutATransactionEndsInAnExceptionThatNamesIt() {
		start(Manager.class);
		assertThatExceptionOfType(FencingException.class).isThrownBy(() -> this.stock.plain(this.stock::insert))
			.withMessageContaining(Stock.class.getName() + ".plain()")
			.withMessageContaining("@Transactional");
		assertThatIllegalStateException().isThrownBy(() -> this.stock.plain(() -> {
			throw new IllegalStateException("body");
		})).withMessage("body");
	}

	@Test
	void methodWithATransactionInItsBodyIsFenced() {
		start(Manager.class);
		this.stock.plain(() -> this.transactions.executeWithoutResult((status) -> this.stock.insert()));
		TransactionTemplate reading = template(TransactionDefinition.PROPAGATION_REQUIRED);
		reading.setReadOnly(true);
		this.stock.plain(() -> reading.executeWithoutResult((status) -> assertThat(rows()).isEqualTo(1)));
		reading.executeWithoutResult((status) -> this.stock.plain(() -> assertThat(rows()).isEqualTo(1)));
		this.transactions.executeWithoutResult((status) -> this.stock.plain(this.stock::insert));
		assertThat(rows()).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "commit", "completion", "rollback", "before", "sync" })
	void listenersOfTransactionalEventsAreFenced(String phase) {
		start(Manager.class);
		this.stock.publish(phase);
		this.stock.publishFenced(phase);
		int own = phase.equals("rollback") ? 0 : 2;
		assertThat(rows()).isEqualTo(own + (phase.equals("completion") ? 4 : 2));
		this.guard.advance("event", LATER);
		int before = rows();
		try {
			this.stock.publish(phase);
		}
		catch (StaleFencingTokenException ex) {
			assertThat(ex.getKey()).isEqualTo("event");
		}
		boolean after = phase.equals("commit") || phase.equals("completion");
		assertThat(rows()).isEqualTo(after ? before + 1 : before);
	}

	@Test
	void refusalThatIsSwallowedBeforeTheCommitPreventsIt() {
		start(Manager.class);
		this.guard.advance("stock", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				this.stock.insert();
				beforeCommit((readOnly) -> assertThatExceptionOfType(StaleFencingTokenException.class)
					.isThrownBy(() -> this.stock.plain(this.stock::insert)));
			}));
		assertThat(rows()).isZero();
	}

	@Test
	void missingTransactionThatIsSwallowedPreventsTheCommitOfTheCaller() {
		start(Manager.class);
		assertThatExceptionOfType(FencingException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				this.stock.insert();
				assertThatExceptionOfType(FencingException.class).isThrownBy(() -> this.stock.outside());
			}));
		assertThat(rows()).isOne();
	}

	@Test
	void methodWithATransactionOfItsOwnLeavesTheRowsOfTheCallerFree() {
		start(Manager.class);
		this.transactions.executeWithoutResult((status) -> {
			this.stock.writeNew();
			assertThat(CompletableFuture.supplyAsync(this::lockRows)).succeedsWithin(Duration.ofSeconds(60))
				.isEqualTo(1);
			this.stock.writeNew();
			status.setRollbackOnly();
		});
		assertThat(rows()).isEqualTo(2);
	}

	@Test
	void templateChecksTheTransactionsOfItsCallback() {
		start(Manager.class);
		this.locks.executeWithoutResult(FENCED,
				(lock) -> this.transactions.executeWithoutResult((status) -> this.stock.insert()));
		this.transactions
			.executeWithoutResult((status) -> this.locks.executeWithoutResult(FENCED, (lock) -> this.stock.insert()));
		assertThat(rows()).isEqualTo(2);
		assertThatExceptionOfType(FencingException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(FENCED, (lock) -> this.stock.insert()))
			.withMessageContaining("TransactionTemplate");
		this.guard.advance("stock", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(FENCED,
					(lock) -> this.transactions.executeWithoutResult((status) -> this.stock.insert())));
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.transactions
			.executeWithoutResult((status) -> this.locks.executeWithoutResult(FENCED, (lock) -> this.stock.insert())));
		assertThat(rows()).isEqualTo(3);
	}

	@Test
	void acquiredLockIsCheckedInEveryTransactionUntilItsRelease() {
		start(Manager.class);
		HeldLock lock = this.locks.acquire(FENCED);
		this.transactions.executeWithoutResult((status) -> this.stock.insert());
		this.guard.advance("stock", LATER);
		assertThatExceptionOfType(StaleFencingTokenException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> this.stock.insert()));
		assertThat(lock.release()).isTrue();
		this.transactions.executeWithoutResult((status) -> this.stock.insert());
		assertThat(rows()).isEqualTo(2);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(
				() -> this.transactions.executeWithoutResult((status) -> this.locks.tryAcquire(FENCED).orElseThrow()));
		HeldLock unchecked = this.locks.acquire(FENCED);
		assertThatExceptionOfType(FencingException.class).isThrownBy(unchecked::release);
		this.locks.acquire(FENCED).close();
	}

	@Test
	void requestThatCannotBeFencedIsRefused() {
		start(Manager.class);
		assertThatIllegalArgumentException().isThrownBy(() -> this.locks.acquireAsync(FENCED))
			.withMessageContaining("FencingGuard.check(lock)");
		assertThatIllegalStateException()
			.isThrownBy(() -> new LockTemplate(this.context.getBean(LockEngine.class)).acquire(FENCED))
			.withMessageContaining("spring-boot-starter-jdbc");
	}

	private static void beforeCommit(Consumer<Boolean> callback) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void beforeCommit(boolean readOnly) {
				callback.accept(readOnly);
			}

		});
	}

	private TransactionTemplate template(int propagation) {
		TransactionTemplate template = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
		template.setPropagationBehavior(propagation);
		return template;
	}

	private int lockRows() {
		return new JdbcTemplate(this.pool)
			.queryForList("select token from DISTLOCK_FENCE where fence_key = 'distlock:stock' for update")
			.size();
	}

	private int rows() {
		Integer rows = new JdbcTemplate(this.pool).queryForObject("select count(*) from stock", Integer.class);
		return (rows != null) ? rows : -1;
	}

	static class Stock {

		private final JdbcTemplate jdbc;

		private final ApplicationEventPublisher events;

		Stock(DataSource dataSource, ApplicationEventPublisher events) {
			this.jdbc = new JdbcTemplate(dataSource);
			this.events = events;
		}

		void insert() {
			this.jdbc.update("insert into stock values (1)");
		}

		@Transactional
		@DistributedLock(name = "stock", fenced = true)
		void write() {
			insert();
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock(name = "stock", fenced = true)
		void writeNew() {
			insert();
		}

		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@DistributedLock(name = "stock", fenced = true)
		void outside() {
			insert();
		}

		@DistributedLock(name = "stock", fenced = true)
		void plain(Runnable body) {
			body.run();
		}

		@Transactional
		void publish(String phase) {
			insert();
			this.events.publishEvent(new Event(phase));
			rollBack(phase);
		}

		@Transactional
		@DistributedLock(name = "event", fenced = true)
		void publishFenced(String phase) {
			publish(phase);
		}

		private static void rollBack(String phase) {
			if (phase.equals("rollback")) {
				TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
			}
		}

	}

	record Event(String phase) {

	}

	static class Listeners {

		private final Stock stock;

		private final List<Event> seen = new ArrayList<>();

		Listeners(Stock stock) {
			this.stock = stock;
		}

		private void write(Event event) {
			this.seen.add(event);
			this.stock.insert();
		}

		@TransactionalEventListener(condition = "#event.phase == 'commit' || #event.phase == 'completion'")
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock(name = "event", fenced = true)
		void afterCommit(Event event) {
			write(event);
		}

		@TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION,
				condition = "#event.phase == 'completion'")
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock(name = "event", fenced = true)
		void afterCompletion(Event event) {
			write(event);
		}

		@TransactionalEventListener(phase = TransactionPhase.AFTER_ROLLBACK, condition = "#event.phase == 'rollback'")
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock(name = "event", fenced = true)
		void afterRollback(Event event) {
			write(event);
		}

		@TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT, condition = "#event.phase == 'before'")
		@DistributedLock(name = "event", fenced = true)
		void beforeCommit(Event event) {
			write(event);
		}

		@EventListener(condition = "#event.phase == 'sync'")
		@DistributedLock(name = "event", fenced = true)
		void sync(Event event) {
			write(event);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, FencingAutoConfiguration.class })
	static class Application {

		@Bean
		Stock stock(DataSource dataSource, ApplicationEventPublisher events) {
			return new Stock(dataSource, events);
		}

		@Bean
		Listeners listeners(Stock stock) {
			return new Listeners(stock);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Manager {

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyManager {

		@Bean
		static BeanPostProcessor needsTransactions(PlatformTransactionManager manager) {
			return new BeanPostProcessor() {
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ForeignManager {

		@Bean(defaultCandidate = false)
		PlatformTransactionManager foreign() {
			return new PlatformTransactionManager() {

				@Override
				public TransactionStatus getTransaction(TransactionDefinition definition) {
					throw new UnsupportedOperationException();
				}

				@Override
				public void commit(TransactionStatus status) {
				}

				@Override
				public void rollback(TransactionStatus status) {
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HibernateManager {

		@Bean
		LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
			LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
			factory.setDataSource(dataSource);
			factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
			factory.setManagedTypes(PersistenceManagedTypes.of());
			return factory;
		}

		@Bean
		JpaTransactionManager transactionManager(EntityManagerFactory factory) {
			return new JpaTransactionManager(factory);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HidingManager extends HibernateManager {

		@Bean
		@Override
		LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
			LocalContainerEntityManagerFactoryBean factory = super.entityManagerFactory(dataSource);
			factory.setJpaDialect(new DefaultJpaDialect());
			return factory;
		}

	}

}
