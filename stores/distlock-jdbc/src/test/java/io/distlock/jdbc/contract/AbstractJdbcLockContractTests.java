// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import io.distlock.contract.AllContracts;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a lock, on one database.
 */
abstract class AbstractJdbcLockContractTests extends AllContracts {

	@Override
	protected abstract JdbcStore store();

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
