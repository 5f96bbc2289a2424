// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;

class LocalLockContractTests extends AllContracts {

	private static final LocalStore STORE = new LocalStore();

	@Override
	protected StoreUnderTest store() {
		return STORE;
	}

}
