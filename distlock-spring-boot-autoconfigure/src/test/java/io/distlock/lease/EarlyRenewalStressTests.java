package io.distlock.lease;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;

import io.distlock.LockRequest;
import io.distlock.contract.ForwardingProvider.Call;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.provider.LockProvider;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same random work on a store that is asked for tokens ahead of time. All threads
 * want one key, and blocks of tokens are short.
 */
class EarlyRenewalStressTests extends EngineStressTests {

	@Override
	int engines() {
		return 2;
	}

	@Override
	int threads() {
		return 8;
	}

	@Override
	List<String> keys() {
		return List.of("a");
	}

	@Override
	LeaseSettings.HandOff handOff(int engine) {
		return new LeaseSettings.HandOff(8, Duration.ofMillis(100));
	}

	/**
	 * A lock goes on only to who asks for the same lease.
	 */
	@Override
	LockRequest vary(LockRequest request, Random random) {
		return request;
	}

	@Override
	void checkCalls(List<FaultyProvider> providers) {
		assertThat(providers).allSatisfy((provider) -> assertThat(provider.calls(Call.RENEW_AHEAD)).isPositive());
	}

	@Override
	LockProvider store() {
		DriverManagerDataSource database = new DriverManagerDataSource(
				"jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()), "sa", "");
		new JdbcLockSchema(database, JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
		return new JdbcLockProvider(database, new JdbcLockSettings(JdbcLockSettings.DEFAULT_TABLE_PREFIX, 4,
				Duration.ofMillis(200), Duration.ofDays(30)));
	}

}
