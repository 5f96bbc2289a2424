// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import io.distlock.LockContext;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.OnBusy;
import io.distlock.annotation.StaleReadException;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.testserver.jdbc.PostgresServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * {@code distlock.transaction.inside}: locks that come too late are told of or refused,
 * and others are left in peace.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("safety")
class LockInsideTransactionTests {

	private static final String LATE = "was acquired too late";

	private AnnotationConfigApplicationContext context;

	private LockTemplate locks;

	private Calls calls;

	private void start(String policy, Class<?> configuration) {
		this.context = new AnnotationConfigApplicationContext();
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test",
					Map.of("distlock.provider", "local", "distlock.transaction.inside", policy)));
		this.context.register(configuration, Application.class);
		this.context.refresh();
		this.locks = this.context.getBean(LockTemplate.class);
		this.calls = this.context.getBean(Calls.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
		assertThat(LockContext.all()).isEmpty();
	}

	@Test
	void everyFormIsRefusedInASnapshotThatWasThereBefore() {
		start("fail", Jdbc.class);
		List<Runnable> forms = List.of(this.calls::take, () -> this.locks.executeWithoutResult("a", (lock) -> {
		}), () -> this.locks.acquire("a"), () -> this.locks.tryAcquire("a"), () -> this.locks.asLock("a").lock(),
				() -> this.locks.asLock("a").tryLock());
		for (int isolation : new int[] { Connection.TRANSACTION_REPEATABLE_READ,
				Connection.TRANSACTION_SERIALIZABLE }) {
			template(isolation).executeWithoutResult((status) -> assertThat(forms)
				.allSatisfy((form) -> assertThatExceptionOfType(StaleReadException.class).isThrownBy(form::run)));
		}
		template(Connection.TRANSACTION_READ_COMMITTED).executeWithoutResult((status) -> this.calls.take());
		template(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult((status) -> this.calls.take());
		this.calls.take();
	}

	@Test
	void refusalNamesTheMethodOrTheCodeAndWhatHelps() {
		start("fail", Jdbc.class);
		template(Connection.TRANSACTION_REPEATABLE_READ).executeWithoutResult((status) -> {
			assertThatExceptionOfType(StaleReadException.class).isThrownBy(this.calls::take)
				.withMessageContaining(Calls.class.getName() + ".take()")
				.withMessageContaining("REPEATABLE READ")
				.withMessageContaining("REQUIRES_NEW")
				.satisfies((ex) -> assertThat(ex.getKey()).isEqualTo("stock"));
			assertThatExceptionOfType(StaleReadException.class).isThrownBy(this::acquireHere)
				.withMessageContaining(getClass().getName() + ".acquireHere() (line ");
		});
	}

	private void acquireHere() {
		this.locks.acquire("here");
	}

	@Test
	void warningIsLoggedOnceForEachPlace(CapturedOutput output) {
		start("warn", Jdbc.class);
		template(Connection.TRANSACTION_REPEATABLE_READ).executeWithoutResult((status) -> {
			for (int i = 0; i < 3; i++) {
				this.calls.take();
				this.calls.skip();
				this.locks.acquire("one" + i).close();
				this.locks.asLock("two" + i).lock();
			}
		});
		assertThat(output.toString().split(LATE, -1)).hasSize(5);
		assertThat(output).contains("distlock.transaction.inside=fail");
	}

	@Test
	void nothingIsSaidWhereItIsAllowed(CapturedOutput output) {
		start("allow", Jdbc.class);
		template(Connection.TRANSACTION_SERIALIZABLE).executeWithoutResult((status) -> this.calls.take());
		assertThat(output).doesNotContain(LATE);
	}

	@Test
	void reentryIsNoNewLock() {
		start("fail", Jdbc.class);
		this.locks.executeWithoutResult(LockRequest.ofAll(List.of("stock", "other")),
				(lock) -> template(Connection.TRANSACTION_SERIALIZABLE).executeWithoutResult((status) -> {
					this.calls.take();
					this.locks.acquire("other").close();
					assertThatExceptionOfType(StaleReadException.class).isThrownBy(() -> this.locks.acquire("third"));
				}));
	}

	@Test
	void methodsThatSuspendTheTransactionAreNotLate() {
		start("fail", Jdbc.class);
		template(Connection.TRANSACTION_SERIALIZABLE).executeWithoutResult((status) -> {
			this.calls.own();
			this.calls.none();
			this.calls.ownAround(() -> assertThatExceptionOfType(StaleReadException.class)
				.isThrownBy(() -> template(Connection.TRANSACTION_SERIALIZABLE)
					.executeWithoutResult((inner) -> this.locks.acquire("inner"))));
		});
	}

	@Test
	void defaultOfTheDatabaseCountsAndIsAskedForOnce() {
		start("fail", RepeatableReads.class);
		AtomicInteger asked = this.context.getBean(RepeatableReads.class).asked;
		for (int i = 0; i < 3; i++) {
			template(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult(
					(status) -> assertThatExceptionOfType(StaleReadException.class).isThrownBy(this.calls::take));
			template(Connection.TRANSACTION_READ_COMMITTED).executeWithoutResult((status) -> this.calls.take());
			this.calls.take();
		}
		assertThat(asked).hasValue(1);
	}

	@Test
	void failedTransactionIsNamedAndNoIsolation() {
		start("fail", Postgres.class);
		template(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult((status) -> {
			JdbcTemplate jdbc = new JdbcTemplate(this.context.getBean(DataSource.class));
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> jdbc.execute("select 1/0"));
			assertThatExceptionOfType(StaleReadException.class).isThrownBy(this.calls::take)
				.withMessageContaining("has already failed and can only be rolled back")
				.withMessageContaining("REQUIRES_NEW")
				.withMessageNotContainingAny("SERIALIZABLE", "stale");
			status.setRollbackOnly();
		});
		template(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult((status) -> this.calls.take());
	}

	@Test
	void isolationThatCannotBeReadIsSaidToBeUnknown() {
		start("fail", Postgres.class);
		AtomicReference<StaleReadException> refusal = new AtomicReference<>();
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> template(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult((status) -> {
				DataSource dataSource = this.context.getBean(DataSource.class);
				terminate(dataSource,
						new JdbcTemplate(dataSource).queryForObject("select pg_backend_pid()", Integer.class));
				refusal.set(catchThrowableOfType(StaleReadException.class, this.calls::take));
			}));
		assertThat(refusal.get()).hasMessageContaining("the isolation of the active transaction could not be read (")
			.hasMessageNotContaining("SERIALIZABLE");
	}

	private static void terminate(DataSource dataSource, Integer backend) {
		try (Connection other = dataSource.getConnection(); Statement statement = other.createStatement()) {
			statement.execute("select pg_terminate_backend(%d, 60000)".formatted(backend));
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void loadedEntitiesCountAndEmptyContextsDoNot() {
		start("fail", Jpa.class);
		EntityManagerFactory factory = this.context.getBean(EntityManagerFactory.class);
		template(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult((status) -> {
			this.calls.take();
			EntityManager shared = ((EntityManagerHolder) TransactionSynchronizationManager.getResource(factory))
				.getEntityManager();
			shared.persist(new Item("a"));
			assertThatExceptionOfType(StaleReadException.class).isThrownBy(() -> this.locks.acquire("a"))
				.withMessageContaining("1 loaded entity");
			this.calls.own();
			shared.flush();
			shared.clear();
			this.locks.acquire("a").close();
		});
	}

	@Test
	void openViewCountsAlsoForMethodsWithATransactionOfTheirOwn() {
		start("fail", Jpa.class);
		EntityManagerFactory factory = this.context.getBean(EntityManagerFactory.class);
		template(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult(
				(status) -> ((EntityManagerHolder) TransactionSynchronizationManager.getResource(factory))
					.getEntityManager()
					.persist(new Item("a")));
		try (EntityManager view = factory.createEntityManager()) {
			TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(view));
			this.calls.own();
			view.find(Item.class, "a");
			assertThatExceptionOfType(StaleReadException.class).isThrownBy(this.calls::own)
				.withMessageContaining("spring.jpa.open-in-view=false");
			view.clear();
			this.calls.own();
		}
		finally {
			TransactionSynchronizationManager.unbindResource(factory);
		}
	}

	@Test
	void persistenceContextOfAnotherProviderMayHoldEntities() {
		start("fail", Jdbc.class);
		EntityManager unknown = (EntityManager) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { EntityManager.class }, (proxy, method, args) -> null);
		TransactionSynchronizationManager.bindResource(this, new EntityManagerHolder(unknown));
		try {
			assertThatExceptionOfType(StaleReadException.class).isThrownBy(this.calls::take)
				.withMessageContaining("may hold entities");
		}
		finally {
			TransactionSynchronizationManager.unbindResource(this);
		}
	}

	private TransactionTemplate template(int isolation) {
		TransactionTemplate template = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
		template.setIsolationLevel(isolation);
		return template;
	}

	static class Calls {

		@Transactional
		@DistributedLock("stock")
		void take() {
		}

		@DistributedLock(name = "skipped", onBusy = OnBusy.SKIP)
		void skip() {
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock("own")
		void own() {
		}

		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@DistributedLock("none")
		void none() {
		}

		@DistributedLock("around")
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		void ownAround(Runnable body) {
			body.run();
		}

	}

	@Entity(name = "Item")
	static class Item {

		@Id
		private String id;

		Item() {
		}

		Item(String id) {
			this.id = id;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	static class Application {

		@Bean
		Calls calls() {
			return new Calls();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Jdbc {

		@Bean
		DataSource dataSource() {
			return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			new JdbcTemplate(dataSource).execute("select 1");
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Postgres {

		@Bean
		DataSource dataSource() {
			PostgresServer server = PostgresServer.shared();
			return new DriverManagerDataSource(server.newDatabase(), server.user(), "");
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	/**
	 * A database whose transactions are REPEATABLE READ unless they ask for something
	 * else, and which has to be asked for that.
	 */
	@Configuration
	static class RepeatableReads extends Jdbc {

		private final AtomicInteger asked = new AtomicInteger();

		@Bean
		@Override
		DataSource dataSource() {
			DataSource real = super.dataSource();
			return new AbstractDataSource() {

				@Override
				public Connection getConnection() throws SQLException {
					Connection connection = real.getConnection();
					connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
					return counting(connection);
				}

				@Override
				public Connection getConnection(String username, String password) {
					throw new UnsupportedOperationException();
				}

			};
		}

		private Connection counting(Connection connection) {
			return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
					(proxy, method, args) -> {
						boolean looks = method.getName().equals("getTransactionIsolation");
						if (looks && isAskedByTheLibrary()) {
							this.asked.incrementAndGet();
						}
						return method.invoke(connection, args);
					});
		}

		/**
		 * The transaction manager asks as well, where another isolation is wanted.
		 */
		private static boolean isAskedByTheLibrary() {
			return StackWalker.getInstance()
				.walk((frames) -> frames
					.anyMatch((frame) -> frame.getClassName().equals(StaleReads.DefaultIsolation.class.getName())));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Jpa {

		@Bean
		DataSource dataSource() {
			return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
		}

		@Bean
		LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
			LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
			factory.setDataSource(dataSource);
			factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
			factory.setManagedTypes(PersistenceManagedTypes.of(Item.class.getName()));
			factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "create"));
			return factory;
		}

		@Bean
		JpaTransactionManager transactionManager(EntityManagerFactory factory) {
			return new JpaTransactionManager(factory);
		}

	}

}
