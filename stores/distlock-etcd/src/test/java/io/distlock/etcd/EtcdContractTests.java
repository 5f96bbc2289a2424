// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContractsWithJobs;
import io.distlock.testserver.EtcdServer;

/**
 * All contracts, on one server.
 */
class EtcdContractTests extends AllContractsWithJobs {

	@Override
	protected StoreUnderTest newStore() {
		return new EtcdStore(EtcdServer.shared().url());
	}

}
