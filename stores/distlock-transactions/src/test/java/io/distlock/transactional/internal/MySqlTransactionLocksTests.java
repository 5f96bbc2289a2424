// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import io.distlock.testserver.jdbc.TestDatabase;
import org.junit.jupiter.api.Tag;

/**
 * {@link JdbcTransactionLocks} on MySql.
 */
@Tag("proof")
class MySqlTransactionLocksTests extends AbstractRowLocksTests {

	MySqlTransactionLocksTests() {
		super(TestDatabase.MYSQL);
	}

}
