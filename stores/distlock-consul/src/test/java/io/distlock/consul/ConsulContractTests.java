// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContractsWithJobs;
import io.distlock.testserver.ConsulServer;

/**
 * All contracts, on one server.
 */
class ConsulContractTests extends AllContractsWithJobs {

	@Override
	protected StoreUnderTest newStore() {
		return new ConsulStore(ConsulServer.shared().url());
	}

}
