// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.SkewedClockContract;
import io.distlock.jdbc.contract.JdbcStore;
import io.distlock.testserver.InstalledFaketime;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.jdbc.PostgresServer;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class PostgresSkewedClockTests extends SkewedClockContract {

	private final PostgresServer server = PostgresServer.shared();

	private final String url = this.server.newDatabase();

	private final JdbcStore store = new JdbcStore(this.server.dataSource(this.url));

	@Override
	protected StoreUnderTest store() {
		return this.store;
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
	protected Map<String, String> wrongClock(Duration skew) {
		return OptionalTool.FAKETIME.require(InstalledFaketime.find()).environment(skew);
	}

}
