// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.testserver.jdbc.TestDatabase;

/**
 * {@link FencingGuard} on H2.
 */
class H2FencingGuardTests extends AbstractFencingGuardTests {

	H2FencingGuardTests() {
		super(TestDatabase.H2);
	}

}
