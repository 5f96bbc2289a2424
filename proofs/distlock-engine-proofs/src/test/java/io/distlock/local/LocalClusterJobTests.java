// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;

class LocalClusterJobTests extends ClusterJobContract {

	private static final LocalStore STORE = new LocalStore();

	@Override
	protected StoreUnderTest store() {
		return STORE;
	}

}
