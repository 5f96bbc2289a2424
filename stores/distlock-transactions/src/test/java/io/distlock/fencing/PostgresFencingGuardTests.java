// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.testserver.jdbc.TestDatabase;

/**
 * {@link FencingGuard} on PostgreSQL.
 */
class PostgresFencingGuardTests extends AbstractFencingGuardTests {

	PostgresFencingGuardTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
