package io.distlock.autoconfigure.jdbc;

import io.distlock.jdbc.LockTableMissingException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Prints the statements that create a table.
 */
class LockTableMissingFailureAnalyzer extends AbstractFailureAnalyzer<LockTableMissingException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LockTableMissingException cause) {
		return new FailureAnalysis(description(cause), action(cause), cause);
	}

	private static String description(LockTableMissingException cause) {
		Throwable reason = cause.getCause();
		return "The table '%s', which holds the %s, is missing or lacks a column.%s".formatted(cause.getTableName(),
				cause.getContent(), said(reason));
	}

	private static String said(@Nullable Throwable reason) {
		return (reason != null) ? " The database said: %s".formatted(reason.getMessage()) : "";
	}

	private static String action(LockTableMissingException cause) {
		return """
				Create it, for example in a migration:

				%s;

				Or set %2$s.initialize-schema=always, and distlock creates it at start if its user may do so.
				If the table has another name, set %2$s.table-prefix to what that name starts with, such as DISTLOCK_."""
			.formatted(cause.getCreateStatement().strip(), cause.getProperties());
	}

}
