// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import java.time.Duration;
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

	@Override
	protected StoreUnderTest newStore() {
		PostgresServer server = PostgresServer.shared();
		return new JdbcStore(server.newDatabase(), server.user());
	}

	@Override
	protected Map<String, String> wrongClock(Duration skew) {
		return OptionalTool.FAKETIME.require(InstalledFaketime.find()).environment(skew);
	}

}
