// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.util.UUID;

import javax.sql.DataSource;

import org.junit.jupiter.api.Tag;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * {@link JdbcLockProvider} on HSQLDB in memory, which stands for the databases that read
 * a token back with a second statement.
 */
@Tag("proof")
class HsqldbLockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		return new DriverManagerDataSource("jdbc:hsqldb:mem:" + UUID.randomUUID() + ";hsqldb.tx=mvcc", "sa", "");
	}

	@Override
	int statementsOfCycle() {
		return 3;
	}

}
