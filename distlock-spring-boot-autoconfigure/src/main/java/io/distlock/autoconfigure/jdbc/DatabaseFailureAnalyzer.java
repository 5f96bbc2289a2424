// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains the failure of a database that is not supported, does not respond, or lacks a
 * table.
 */
class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<LockStoreException> {

	private static final String CHECK = """
			Check that the database answers, and the URL, user and password of the DataSource: \
			'spring.datasource.*', or the bean that is annotated with @DistlockDataSource.

			To start while the database is away, create the tables in a migration, and set \
			distlock.jdbc.initialize-schema=never.""";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, LockStoreException cause) {
		if (cause instanceof LockTableMissingException missing) {
			return analyze(missing);
		}
		if (cause instanceof DatabaseNotSupportedException unsupported) {
			return new FailureAnalysis(unsupported.getProblem(), unsupported.getRemedy(), cause);
		}
		return (findCause(cause, SQLException.class) != null)
				? new FailureAnalysis(String.valueOf(cause.getMessage()), CHECK, cause) : null;
	}

	private static FailureAnalysis analyze(LockTableMissingException cause) {
		List<LockTableMissingException> missing = new ArrayList<>(List.of(cause));
		missing.addAll(cause.getOthers());
		Stream<String> statements = missing.stream().map(DatabaseFailureAnalyzer::statement);
		Stream<String> properties = missing.stream()
			.filter((table) -> !table.isIncomplete())
			.map(DatabaseFailureAnalyzer::property);
		return new FailureAnalysis(joined(missing.stream().map(DatabaseFailureAnalyzer::description)),
				joined(Stream.concat(statements, properties)), cause);
	}

	private static String joined(Stream<String> paragraphs) {
		return paragraphs.distinct().collect(Collectors.joining("\n\n"));
	}

	private static String description(LockTableMissingException cause) {
		return "The table '%s', which holds the %s, %s.%s".formatted(cause.getTableName(), cause.getContent(),
				cause.isIncomplete() ? "lacks a column" : "is missing", said(cause.getCause()));
	}

	private static String said(@Nullable Throwable reason) {
		return (reason != null) ? " The database said: %s".formatted(reason.getMessage()) : "";
	}

	private static String statement(LockTableMissingException cause) {
		return "%s:\n\n%s;".formatted(cause.isIncomplete()
				? "Add what it lacks; distlock never changes a table that is there. It should be as after"
				: "Create it, for example in a migration", cause.getCreateStatement().strip());
	}

	private static String property(LockTableMissingException cause) {
		return """
				Or set %1$s.initialize-schema=always, and distlock creates it at start if its user may do so.
				If the table has another name, set %1$s.table-prefix to what that name starts with, such as DISTLOCK_."""
			.formatted(cause.getProperties());
	}

}
