// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;

class LocalClusterJobTests extends ClusterJobContract {

	@Override
	protected StoreUnderTest newStore() {
		return new LocalStore();
	}

}
