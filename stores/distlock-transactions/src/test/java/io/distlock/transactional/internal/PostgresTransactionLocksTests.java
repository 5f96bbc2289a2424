// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import io.distlock.testserver.jdbc.TestDatabase;

/**
 * {@link JdbcTransactionLocks} on Postgres.
 */
class PostgresTransactionLocksTests extends AbstractTransactionLocksTests {

	PostgresTransactionLocksTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
