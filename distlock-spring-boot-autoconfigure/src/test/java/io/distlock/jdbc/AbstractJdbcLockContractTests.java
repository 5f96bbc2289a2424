package io.distlock.jdbc;

import io.distlock.contract.AllContracts;
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreUnderTest;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a lock, on one database.
 */
abstract class AbstractJdbcLockContractTests extends AllContracts {

	@Override
	protected abstract JdbcStore store();

	/**
	 * What another JVM needs to reach the store, as arguments of {@link JdbcHolder}.
	 */
	abstract String[] connection();

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return AbstractJdbcLockContractTests.this.store();
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

	@Nested
	class GuardedWrites extends GuardedWriteContract {

		@Override
		protected JdbcStore store() {
			return AbstractJdbcLockContractTests.this.store();
		}

	}

	@Nested
	class LockedRows extends LockedRowContract {

		@Override
		protected JdbcStore store() {
			return AbstractJdbcLockContractTests.this.store();
		}

	}

}
