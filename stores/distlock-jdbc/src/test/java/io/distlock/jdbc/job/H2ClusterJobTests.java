// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.jdbc.contract.JdbcStore;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Jobs of the cluster on H2.
 */
class H2ClusterJobTests extends ClusterJobContract {

	@Override
	protected StoreUnderTest newStore() {
		return new JdbcStore(new DriverManagerDataSource("jdbc:h2:mem:jobs;DB_CLOSE_DELAY=-1", "sa", ""));
	}

}
