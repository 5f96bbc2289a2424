// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.util.function.LongConsumer;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.LockContext;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One node of an application that writes accounts under locks, with and without the
 * check. A loss is ignored, so that nothing but the check keeps late writes out.
 */
final class LedgerNode implements AutoCloseable {

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	final Ledger ledger;

	LedgerNode(String url, String user) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url);
		pool.setUsername(user);
		pool.setMaximumPoolSize(20);
		this.context.registerBean(HikariDataSource.class, () -> pool);
		this.context.register(Application.class);
		TestPropertyValues
			.of("distlock.jdbc.initialize-schema=always", "distlock.fencing.initialize-schema=always",
					"distlock.fencing.lock-timeout=1s", "distlock.jdbc.max-poll-interval=100ms")
			.applyTo(this.context);
		this.context.refresh();
		this.ledger = this.context.getBean(Ledger.class);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * The accounts. Each knows the token of its last writer.
	 */
	static class Ledger {

		private final JdbcTemplate jdbc;

		private final TransactionTemplate transactions;

		Ledger(JdbcTemplate jdbc, TransactionTemplate transactions) {
			this.jdbc = jdbc;
			this.transactions = transactions;
		}

		@DistributedLock(name = "account", key = "#id", waitTime = "30s", leaseTime = "500ms", onLost = OnLost.IGNORE,
				fenced = true)
		long writeFenced(int id, LongConsumer before, LongConsumer inside) {
			return write(id, before, inside);
		}

		@DistributedLock(name = "account", key = "#id", waitTime = "30s", leaseTime = "500ms", onLost = OnLost.IGNORE)
		long writePlain(int id, LongConsumer before, LongConsumer inside) {
			return write(id, before, inside);
		}

		private long write(int id, LongConsumer before, LongConsumer inside) {
			long token = LockContext.current().orElseThrow().fencingToken();
			before.accept(token);
			this.transactions.executeWithoutResult((status) -> {
				this.jdbc.update("update account set token = ?, writes = writes + 1 where id = ?", token, id);
				inside.accept(token);
			});
			return token;
		}

		void create(int accounts) {
			this.jdbc.execute("create table account (id int primary key, token bigint not null, writes int not null)");
			for (int id = 0; id < accounts; id++) {
				this.jdbc.update("insert into account values (?, 0, 0)", id);
			}
		}

		Long lastWriter(int id) {
			return this.jdbc.queryForObject("select token from account where id = ?", Long.class, id);
		}

		Integer writes(int id) {
			return this.jdbc.queryForObject("select writes from account where id = ?", Integer.class, id);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class,
			FencingAutoConfiguration.class })
	static class Application {

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		Ledger ledger(DataSource dataSource, JdbcTransactionManager transactionManager) {
			return new Ledger(new JdbcTemplate(dataSource), new TransactionTemplate(transactionManager));
		}

	}

}
