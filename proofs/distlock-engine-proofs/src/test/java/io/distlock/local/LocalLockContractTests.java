// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContracts;

class LocalLockContractTests extends AllContracts {

	@Override
	protected StoreUnderTest newStore() {
		return new LocalStore();
	}

}
