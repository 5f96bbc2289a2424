// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.LockObserver;
import io.distlock.LockScope;
import io.distlock.fencing.FencingSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A node of the application: a pool, a transaction manager, and locks.
 */
final class Node implements AutoCloseable {

	final HikariDataSource pool;

	final JdbcTemplate jdbc;

	final JdbcTransactionManager manager;

	final JdbcTransactionLocks locks;

	Node(HikariDataSource pool) {
		this(pool, LockObserver.NONE);
	}

	Node(HikariDataSource pool, LockObserver observer) {
		this.pool = pool;
		this.jdbc = new JdbcTemplate(pool);
		this.manager = new JdbcTransactionManager(pool);
		this.locks = new JdbcTransactionLocks(FencingSettings.of("app"), Duration.ofSeconds(20), (database) -> true,
				() -> LockScope.CALLBACK, () -> observer);
	}

	/**
	 * Open another node of the same database.
	 */
	static HikariDataSource pool(HikariDataSource other, int size) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(other.getJdbcUrl());
		pool.setUsername(other.getUsername());
		pool.setMaximumPoolSize(size);
		return pool;
	}

	TransactionTemplate transaction(Consumer<TransactionTemplate> settings) {
		TransactionTemplate transaction = new TransactionTemplate(this.manager);
		transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
		settings.accept(transaction);
		return transaction;
	}

	void run(Runnable work) {
		transaction((plain) -> {
		}).executeWithoutResult((status) -> work.run());
	}

	<T extends @Nullable Object> T call(Supplier<T> work) {
		return transaction((plain) -> {
		}).execute((status) -> work.get());
	}

	@Override
	public void close() {
		this.locks.close();
		this.pool.close();
	}

}
