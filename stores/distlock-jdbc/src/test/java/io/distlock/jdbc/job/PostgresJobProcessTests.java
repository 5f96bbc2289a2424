// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.testserver.jdbc.PostgresServer;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of nodes in JVMs of their own on PostgreSQL.
 */
@Tag("proof")
class PostgresJobProcessTests extends AbstractJdbcJobProcessTests {

	PostgresJobProcessTests() {
		super(new PostgresServer());
	}

}
