// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobProcessContract;
import io.distlock.jdbc.contract.JdbcStore;
import io.distlock.testserver.jdbc.DatabaseServer;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of nodes in JVMs of their own on a database.
 */
@Tag("proof")
abstract class AbstractJdbcJobProcessTests extends JobProcessContract {

	private final DatabaseServer server;

	private String url = "";

	AbstractJdbcJobProcessTests(DatabaseServer server) {
		this.server = server;
	}

	@Override
	protected void startStore() {
		this.server.start();
		this.url = this.server.newDatabase();
	}

	@Override
	protected void stopStore() {
		this.server.close();
	}

	@Override
	protected StoreUnderTest store() {
		return new JdbcStore(this.url, this.server.user());
	}

	@Override
	protected void freeze() {
		this.server.freeze();
	}

	@Override
	protected void thaw() {
		this.server.thaw();
	}

}
