// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;

import io.distlock.provider.LockStoreException.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link SqlErrors}, with the states and codes that the drivers give.
 */
class SqlErrorsTests {

	@ParameterizedTest
	@CsvSource({ "40001, 0, true", "40P01, 0, true", "40001, 1213, true", "HYT00, 50200, false", "40001, 40001, true",
			"72000, 8177, true", "61000, 60, true", "40001, 1205, true", "41000, 1205, false", "57033, -913, true",
			"55P03, 0, false", "25006, 0, false", "53300, 0, false", "HY000, 1290, false", "S0001, 1222, false",
			"40001, -4861, true", "25P03, 0, false", "42000, 1226, false", "42000, 1203, false" })
	void whatTheDatabaseUndidIsTransient(String state, int code, boolean conflict) {
		SQLException failure = new SQLException("failed", state, code);
		assertThat(SqlErrors.ofStatement(failure)).isEqualTo(Outcome.TRANSIENT);
		assertThat(SqlErrors.ofStatement(new RuntimeException(new SQLException(failure)))).isEqualTo(Outcome.TRANSIENT);
		assertThat(SqlErrors.isConflict(failure)).isEqualTo(conflict);
	}

	@ParameterizedTest
	@CsvSource({ "42P01, 0", "42703, 0", "42S02, 42102", "42S02, 1146", "42000, 942", "42501, -5501", "S0002, 208",
			"42704, -204", "42501, 0", "42000, 1142", "42000, 1031", "42501, -551", "S0005, 229", "28P01, 0",
			"28000, 1045", "72000, 1017", "3D000, 0", "42000, 1049", "90096, 90096", "22001, 0", "42601, 0",
			"HY000, 1665" })
	void whatCanNeverSucceedIsPermanent(String state, int code) {
		SQLException failure = new SQLException("failed", state, code);
		assertThat(SqlErrors.ofStatement(failure)).isEqualTo(Outcome.PERMANENT);
		assertThat(SqlErrors.ofConnecting(new SQLTransientConnectionException("pool", failure)))
			.isEqualTo(Outcome.PERMANENT);
	}

	/**
	 * A time limit of the database, or an operator.
	 */
	@ParameterizedTest
	@CsvSource({ "57014, 0", "57014, 57014", "57014, -952", "70100, 1969", "70100, 1317", "HY000, 3024",
			"72000, 1013" })
	void whatTheDatabaseEndedEarlyIsUndone(String state, int code) {
		SQLException failure = new SQLException("cancelled", state, code);
		assertThat(SqlErrors.ofStatement(failure)).isEqualTo(Outcome.TRANSIENT);
		assertThat(SqlErrors.isCancelled(failure)).isTrue();
	}

	@Test
	void innermostCauseIsToldOnce() {
		SQLException failure = new SQLException("no connection",
				new SQLException("attempt failed", new UnknownHostException("db.example.org")));
		assertThat(SqlErrors.describe(failure)).isEqualTo("no connection; cause: UnknownHostException: db.example.org");
		assertThat(SqlErrors.describe(new SQLException("pool: refused", new SQLException("refused"))))
			.isEqualTo("pool: refused");
	}

	@ParameterizedTest
	@CsvSource({ "08006, 0", "08S01, 0", "57P01, 0", "08000, 17002", "08006, 1205", "HY000, 0", "XX000, 0" })
	void whatGotNoAnswerIsUnknownButTransientWhenConnecting(String state, int code) {
		SQLException failure = new SQLException("failed", state, code);
		assertThat(SqlErrors.ofStatement(failure)).isEqualTo(Outcome.UNKNOWN);
		assertThat(SqlErrors.ofConnecting(failure)).isEqualTo(Outcome.TRANSIENT);
	}

	@Test
	void exceptionsWithoutStateAreUnknown() {
		assertThat(SqlErrors.ofStatement(new SQLTimeoutException("cancelled"))).isEqualTo(Outcome.UNKNOWN);
		assertThat(SqlErrors.ofStatement(new SQLNonTransientConnectionException("gone"))).isEqualTo(Outcome.UNKNOWN);
	}

	@Test
	void nextExceptionsAndCyclesAreLookedAt() {
		SQLException first = new SQLException("batch");
		first.setNextException(new SQLException("deadlock", "40P01"));
		assertThat(SqlErrors.isConflict(first)).isTrue();
		RuntimeException cycle = new RuntimeException("a");
		cycle.initCause(new RuntimeException("b", cycle));
		assertThat(SqlErrors.isConflict(cycle)).isFalse();
	}

	@Test
	void duplicateKeyIsTold() {
		assertThat(Sql.isDuplicateKey(new SQLIntegrityConstraintViolationException("twice", "23505"))).isTrue();
		assertThat(Sql.isDuplicateKey(new SQLException("other", "42P01"))).isFalse();
	}

}
