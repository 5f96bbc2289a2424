// SPDX-License-Identifier: Apache-2.0

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
				? "a transaction of isolation %s was already active".formatted(name(level)) : null;
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
