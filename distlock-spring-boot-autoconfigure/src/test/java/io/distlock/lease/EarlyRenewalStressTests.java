package io.distlock.lease;

import java.time.Duration;
import java.util.UUID;

import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.provider.LockProvider;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The same random work on a store that is asked for tokens ahead of time.
 */
class EarlyRenewalStressTests extends EngineStressTests {

	@Override
	LockProvider store() {
		DriverManagerDataSource database = new DriverManagerDataSource(
				"jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()), "sa", "");
		new JdbcLockSchema(database, JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
		return new JdbcLockProvider(database, new JdbcLockSettings(JdbcLockSettings.DEFAULT_TABLE_PREFIX, 4,
				Duration.ofMillis(200), Duration.ofDays(30)));
	}

}
