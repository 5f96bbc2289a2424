package io.distlock.jdbc;

import io.distlock.contract.KeyContract;
import io.distlock.contract.OwnershipContract;
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreFailureContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TokenContract;
import io.distlock.contract.WaitingContract;
import io.distlock.contract.WatchdogContract;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a lock, on one database.
 */
abstract class AbstractJdbcLockContractTests {

	abstract JdbcStore jdbcStore();

	/**
	 * What another JVM needs to reach the store, as arguments of {@link JdbcHolder}.
	 */
	abstract String[] connection();

	@Nested
	class Ownership extends OwnershipContract {

		@Override
		protected StoreUnderTest store() {
			return jdbcStore();
		}

	}

	@Nested
	class Watchdog extends WatchdogContract {

		@Override
		protected StoreUnderTest store() {
			return jdbcStore();
		}

	}

	@Nested
	class Waiting extends WaitingContract {

		@Override
		protected StoreUnderTest store() {
			return jdbcStore();
		}

	}

	@Nested
	class Tokens extends TokenContract {

		@Override
		protected StoreUnderTest store() {
			return jdbcStore();
		}

	}

	@Nested
	class Keys extends KeyContract {

		@Override
		protected StoreUnderTest store() {
			return jdbcStore();
		}

	}

	@Nested
	class StoreFailures extends StoreFailureContract {

		@Override
		protected StoreUnderTest store() {
			return jdbcStore();
		}

	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return jdbcStore();
		}

		@Override
		protected Class<?> holder() {
			return JdbcHolder.class;
		}

		@Override
		protected String[] connection() {
			return AbstractJdbcLockContractTests.this.connection();
		}

	}

}
