// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import io.distlock.contract.suite.AllContracts;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a lock, on one database.
 */
abstract class AbstractJdbcLockContractTests extends AllContracts {

	@Override
	protected abstract JdbcStore newStore();

	@Nested
	class GuardedWrites extends GuardedWriteContract {

	}

	@Nested
	class LockedRows extends LockedRowContract {

	}

}
