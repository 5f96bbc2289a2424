/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
