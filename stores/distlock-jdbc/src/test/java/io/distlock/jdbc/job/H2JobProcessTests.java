// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import java.util.List;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobProcessContract;
import io.distlock.jdbc.contract.JdbcStore;
import io.distlock.testserver.jdbc.H2Server;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of nodes in JVMs of their own on H2, over TCP.
 */
@Tag("proof")
class H2JobProcessTests extends JobProcessContract {

	private final H2Server server = new H2Server();

	private String url = "";

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
		return new JdbcStore(this.server.dataSource(this.url));
	}

	@Override
	protected Class<?> program() {
		return JdbcJobProcess.class;
	}

	@Override
	protected List<String> connection() {
		return List.of(this.url, this.server.user());
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
