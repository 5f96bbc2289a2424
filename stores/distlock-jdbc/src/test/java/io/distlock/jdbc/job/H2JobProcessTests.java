// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.testserver.jdbc.H2Server;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of nodes in JVMs of their own on H2, over TCP.
 */
@Tag("proof")
class H2JobProcessTests extends AbstractJdbcJobProcessTests {

	H2JobProcessTests() {
		super(new H2Server());
	}

}
