// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import io.distlock.testserver.jdbc.TestDatabase;
import org.junit.jupiter.api.Tag;

/**
 * {@link JdbcTransactionLocks} on MariaDb.
 */
@Tag("proof")
class MariaDbTransactionLocksTests extends AbstractRowLocksTests {

	MariaDbTransactionLocksTests() {
		super(TestDatabase.MARIADB);
	}

}
