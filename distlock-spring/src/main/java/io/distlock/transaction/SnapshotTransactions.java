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

package io.distlock.transaction;

import java.sql.Connection;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Looks whether the transaction of this thread reads from a snapshot, or may do so.
 */
final class SnapshotTransactions {

	private static final boolean JDBC = ClassUtils.isPresent("org.springframework.jdbc.datasource.ConnectionHolder",
			SnapshotTransactions.class.getClassLoader());

	private final @Nullable DefaultIsolation defaults = JDBC ? new DefaultIsolation() : null;

	/**
	 * Describe the transaction.
	 * @return the description, or {@code null} if each of its statements reads what is
	 * committed by then
	 */
	@Nullable String find() {
		Integer declared = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
		int level = (declared != null) ? declared : defaultLevel();
		return (level >= Connection.TRANSACTION_REPEATABLE_READ)
				? "a transaction of isolation %s was there before it".formatted(name(level)) : null;
	}

	private int defaultLevel() {
		return (this.defaults != null) ? this.defaults.current() : Connection.TRANSACTION_NONE;
	}

	private static String name(int level) {
		return switch (level) {
			case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
			case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
			default -> "SNAPSHOT";
		};
	}

}
