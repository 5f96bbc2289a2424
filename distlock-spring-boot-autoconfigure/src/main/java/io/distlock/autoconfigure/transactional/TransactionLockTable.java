// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.transactional;

import javax.sql.DataSource;

import io.distlock.transaction.TransactionLockedMethods;
import io.distlock.transactional.JdbcTransactionLocks;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Looks whether the database can lock for transactions when all beans are there, and so
 * after the application's own migrations; but only if a method is locked so. An
 * application that calls the locks itself, or has several databases, learns of it at the
 * first lock.
 */
final class TransactionLockTable implements SmartInitializingSingleton {

	private final ObjectProvider<DataSource> dataSources;

	private final ObjectProvider<JdbcTransactionLocks> locks;

	private final ObjectProvider<TransactionLockedMethods> methods;

	TransactionLockTable(ObjectProvider<DataSource> dataSources, ObjectProvider<JdbcTransactionLocks> locks,
			ObjectProvider<TransactionLockedMethods> methods) {
		this.dataSources = dataSources;
		this.locks = locks;
		this.methods = methods;
	}

	@Override
	public void afterSingletonsInstantiated() {
		@Nullable TransactionLockedMethods known = this.methods.getIfAvailable();
		@Nullable DataSource database = this.dataSources.getIfUnique();
		if (known != null && known.isExpected() && database != null) {
			this.locks.ifAvailable((locks) -> locks.verify(database));
		}
	}

}
