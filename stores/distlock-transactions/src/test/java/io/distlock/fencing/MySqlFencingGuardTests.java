// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.testserver.jdbc.TestDatabase;
import org.junit.jupiter.api.Tag;

/**
 * {@link FencingGuard} on MySQL.
 */
@Tag("proof")
class MySqlFencingGuardTests extends AbstractFencingGuardTests {

	MySqlFencingGuardTests() {
		super(TestDatabase.MYSQL);
	}

}
