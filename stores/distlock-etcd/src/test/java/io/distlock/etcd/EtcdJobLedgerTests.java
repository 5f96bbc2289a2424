// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobLedgerContract;
import io.distlock.testserver.EtcdServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The memory of jobs in etcd.
 */
@Tag("proof")
class EtcdJobLedgerTests extends JobLedgerContract {

	private static EtcdStore store;

	@BeforeAll
	static void connect() {
		store = new EtcdStore(EtcdServer.shared().url());
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
