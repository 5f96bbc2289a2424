// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.sql.SQLException;

import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.sql.DatabaseNotSupportedException;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains what to do about a database that cannot be used, or does not respond.
 */
class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<LockStoreException> {

	private static final String CHECK = """
			Check that the database answers, and the URL, user and password of the DataSource: \
			'spring.datasource.*', or the bean that is annotated with @DistlockDataSource.

			To start while the database is away, create the tables in a migration, and set \
			distlock.jdbc.initialize-schema=never.""";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, LockStoreException cause) {
		if (cause instanceof LockTableMissingException) {
			return null;
		}
		if (cause instanceof DatabaseNotSupportedException unsupported) {
			return new FailureAnalysis(unsupported.getProblem(), unsupported.getRemedy(), cause);
		}
		return (findCause(cause, SQLException.class) != null)
				? new FailureAnalysis(String.valueOf(cause.getMessage()), CHECK, cause) : null;
	}

}
