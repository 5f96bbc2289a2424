// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A node of an application that sells what it has in stock, an item at a time.
 */
final class Shop implements AutoCloseable {

	private final HikariDataSource pool;

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final boolean jpa;

	Shop(String url, String user, boolean jpa) {
		this.jpa = jpa;
		this.pool = new HikariDataSource();
		this.pool.setJdbcUrl(url);
		this.pool.setUsername(user);
		this.pool.setMaximumPoolSize(5);
		this.pool.setMinimumIdle(1);
		this.context.registerBean("dataSource", DataSource.class, () -> this.pool);
		this.context.register(jpa ? Jpa.class : Jdbc.class, Application.class);
		TestPropertyValues
			.of("distlock.provider=jdbc", "distlock.wait-time=20s", "distlock.jdbc.initialize-schema=always",
					"distlock.fencing.initialize-schema=always")
			.applyTo(this.context);
		this.context.refresh();
	}

	void policy(InsideTransaction policy) {
		this.context.getBean(SwitchableScope.class).policy(policy);
	}

	Sales sales() {
		return this.context.getBean(Sales.class);
	}

	TransactionTemplate transactions() {
		return new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
	}

	/**
	 * Do something while a view is open, as for a request to a web page.
	 */
	<T> T inView(Supplier<T> action) {
		EntityManagerFactory factory = this.context.getBean(EntityManagerFactory.class);
		try (EntityManager view = factory.createEntityManager()) {
			TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(view));
			return action.get();
		}
		finally {
			TransactionSynchronizationManager.unbindResourceIfPossible(factory);
		}
	}

	boolean isJpa() {
		return this.jpa;
	}

	@Override
	public void close() {
		this.context.close();
		this.pool.close();
	}

	/**
	 * How often something is there.
	 */
	interface Stock {

		int units(String item);

		void units(String item, int units);

		default boolean takeOne(String item) {
			int units = units(item);
			if (units == 0) {
				return false;
			}
			units(item, units - 1);
			return true;
		}

	}

	static final class JdbcStock implements Stock {

		private final JdbcTemplate jdbc;

		JdbcStock(DataSource dataSource) {
			this.jdbc = new JdbcTemplate(dataSource);
		}

		@Override
		public int units(String item) {
			Integer units = this.jdbc.queryForObject("select units from stock where item = ?", Integer.class, item);
			return (units != null) ? units : 0;
		}

		@Override
		public void units(String item, int units) {
			this.jdbc.update("update stock set units = ? where item = ?", units, item);
		}

	}

	static final class JpaStock implements Stock {

		private final EntityManager entities;

		JpaStock(EntityManagerFactory factory) {
			this.entities = SharedEntityManagerCreator.createSharedEntityManager(factory);
		}

		@Override
		public int units(String item) {
			return find(item).units;
		}

		@Override
		public void units(String item, int units) {
			find(item).units = units;
		}

		private StockItem find(String item) {
			return this.entities.find(StockItem.class, item);
		}

	}

	@Entity(name = "stock")
	static class StockItem {

		@Id
		private String item;

		private int units;

	}

	/**
	 * What is on the first page of the documentation, and its other forms.
	 */
	static class Sales {

		private final Stock stock;

		private final LockTemplate locks;

		private final TransactionTemplate transactions;

		Sales(Stock stock, LockTemplate locks, TransactionTemplate transactions) {
			this.stock = stock;
			this.locks = locks;
			this.transactions = transactions;
		}

		Stock stock() {
			return this.stock;
		}

		@Transactional
		@DistributedLock(name = "stock", key = "#item")
		boolean takeOne(String item) {
			return this.stock.takeOne(item);
		}

		@Transactional
		@DistributedLock(name = "stock", key = "#item", fenced = true)
		boolean takeOneFenced(String item) {
			return this.stock.takeOne(item);
		}

		boolean execute(String item, boolean fenced) {
			return this.locks.execute(request(item, fenced), (lock) -> inTransaction(item));
		}

		boolean acquire(String item, boolean fenced) {
			try (HeldLock lock = this.locks.acquire(request(item, fenced))) {
				return inTransaction(item);
			}
		}

		boolean asLock(String item) {
			Lock lock = this.locks.asLock("stock:" + item);
			lock.lock();
			try {
				return inTransaction(item);
			}
			finally {
				lock.unlock();
			}
		}

		private boolean inTransaction(String item) {
			return Boolean.TRUE.equals(this.transactions.execute((status) -> this.stock.takeOne(item)));
		}

		private static LockRequest request(String item, boolean fenced) {
			LockRequest request = LockRequest.of("stock:" + item);
			return fenced ? request.fenced() : request;
		}

	}

	/**
	 * A scope whose policy changes from test to test, and that warns each time.
	 */
	static final class SwitchableScope implements LockScope {

		private final TransactionAttributeResolver ownTransactions;

		private volatile TransactionalLockScope current;

		SwitchableScope(TransactionAttributeResolver ownTransactions) {
			this.ownTransactions = ownTransactions;
			this.current = scope(InsideTransaction.WARN);
		}

		private TransactionalLockScope scope(InsideTransaction policy) {
			return new TransactionalLockScope(new StaleReads(policy), this.ownTransactions, true);
		}

		void policy(InsideTransaction policy) {
			this.current = scope(policy);
		}

		@Override
		public void before(LockRequest request) {
			this.current.before(request);
		}

		@Override
		public boolean extend(HeldLock lock, LockRequest request) {
			return this.current.extend(lock, request);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@ImportAutoConfiguration({ JdbcLockAutoConfiguration.class, DistlockAutoConfiguration.class,
			FencingAutoConfiguration.class })
	static class Application {

		@Bean
		static SwitchableScope scope(TransactionAttributeResolver ownTransactions) {
			return new SwitchableScope(ownTransactions);
		}

		@Bean
		Sales sales(Stock stock, LockTemplate locks, PlatformTransactionManager manager) {
			return new Sales(stock, locks, new TransactionTemplate(manager));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Jdbc {

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		Stock stock(DataSource dataSource) {
			return new JdbcStock(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Jpa {

		@Bean
		LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
			LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
			factory.setDataSource(dataSource);
			factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
			factory.setManagedTypes(PersistenceManagedTypes.of(StockItem.class.getName()));
			return factory;
		}

		@Bean
		JpaTransactionManager transactionManager(EntityManagerFactory factory) {
			return new JpaTransactionManager(factory);
		}

		@Bean
		Stock stock(EntityManagerFactory factory) {
			return new JpaStock(factory);
		}

	}

}
