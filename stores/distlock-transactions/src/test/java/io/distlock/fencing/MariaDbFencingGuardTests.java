// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.testserver.jdbc.TestDatabase;
import org.junit.jupiter.api.Tag;

/**
 * {@link FencingGuard} on MariaDB.
 */
@Tag("proof")
class MariaDbFencingGuardTests extends AbstractFencingGuardTests {

	MariaDbFencingGuardTests() {
		super(TestDatabase.MARIADB);
	}

}
