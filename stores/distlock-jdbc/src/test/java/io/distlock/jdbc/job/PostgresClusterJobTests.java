// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.jdbc.contract.JdbcStore;
import io.distlock.testserver.jdbc.PostgresServer;

/**
 * Jobs of the cluster on PostgreSQL.
 */
class PostgresClusterJobTests extends ClusterJobContract {

	@Override
	protected StoreUnderTest newStore() {
		PostgresServer server = PostgresServer.shared();
		return new JdbcStore(server.dataSource(server.newDatabase()));
	}

}
