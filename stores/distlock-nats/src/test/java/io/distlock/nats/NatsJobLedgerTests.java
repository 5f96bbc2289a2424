// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobLedgerContract;
import io.distlock.testserver.NatsServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The memory of jobs in NATS.
 */
@Tag("proof")
class NatsJobLedgerTests extends JobLedgerContract {

	private static NatsStore store;

	@BeforeAll
	static void connect() {
		store = new NatsStore(NatsServer.shared().url());
	}

	@AfterAll
	static void disconnect() {
		if (store != null) {
			store.close();
		}
	}

	@Override
	protected StoreUnderTest store() {
		return store;
	}

}
