// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import io.distlock.testserver.jdbc.TestDatabase;

/**
 * {@link JdbcTransactionLocks} on H2.
 */
class H2TransactionLocksTests extends AbstractRowLocksTests {

	H2TransactionLocksTests() {
		super(TestDatabase.H2);
	}

}
