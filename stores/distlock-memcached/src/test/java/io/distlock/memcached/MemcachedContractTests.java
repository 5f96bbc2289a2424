// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContracts;
import io.distlock.testserver.MemcachedServer;

/**
 * All contracts, on one server: those that a store can keep which has no fencing tokens.
 */
class MemcachedContractTests extends AllContracts {

	@Override
	protected StoreUnderTest newStore() {
		return new MemcachedStore(String.valueOf(MemcachedServer.shared().port()));
	}

}
