package io.distlock.jdbc;

import java.util.UUID;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * {@link JdbcLockProvider} on H2 in memory.
 */
class H2LockProviderTests extends AbstractJdbcLockProviderTests {

	@Override
	DataSource newDatabase() {
		return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
	}

}
