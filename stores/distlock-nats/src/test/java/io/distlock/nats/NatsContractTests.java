// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContractsWithJobs;
import io.distlock.testserver.NatsServer;

/**
 * All contracts, on one server.
 */
class NatsContractTests extends AllContractsWithJobs {

	@Override
	protected StoreUnderTest newStore() {
		return new NatsStore(NatsServer.shared().url());
	}

}
