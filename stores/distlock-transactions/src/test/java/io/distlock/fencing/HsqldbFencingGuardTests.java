// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.util.UUID;

import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link FencingGuard} on HSQLDB, where a check could wait for its own transaction.
 */
@Tag("proof")
class HsqldbFencingGuardTests {

	private FencingGuard guard;

	private JdbcTemplate jdbc;

	private TransactionTemplate transaction;

	@AfterEach
	void close() {
		this.guard.close();
	}

	private void open(String model) {
		DriverManagerDataSource database = new DriverManagerDataSource(
				"jdbc:hsqldb:mem:%s;hsqldb.tx=%s".formatted(UUID.randomUUID(), model), "sa", "");
		this.guard = new FencingGuard(() -> database, FencingSettings.of("app"), (created) -> true);
		this.jdbc = new JdbcTemplate(database);
		this.jdbc.execute("create table account (id int primary key)");
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(database));
	}

	@ParameterizedTest
	@ValueSource(strings = { "locks", "mvcc" })
	void checkIsRefusedAtOnceAndNothingIsCommitted(String model) {
		open(model);
		assertThatExceptionOfType(FencingException.class)
			.isThrownBy(() -> this.transaction.executeWithoutResult((status) -> {
				this.jdbc.update("insert into account values (1)");
				this.guard.check(TokenHolder.of("a", 5));
			}))
			.withMessageContaining("HSQLDB cannot keep fencing tokens")
			.withCauseInstanceOf(DatabaseNotSupportedException.class);
		assertThat(this.jdbc.queryForObject("select count(*) from account", Integer.class)).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "locks", "mvcc" })
	void startIsRefused(String model) {
		open(model);
		assertThatExceptionOfType(DatabaseNotSupportedException.class).isThrownBy(this.guard::verify)
			.withMessageContaining("H2");
	}

}
