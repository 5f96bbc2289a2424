// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.jdbc.contract.JdbcStore;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Cluster jobs on H2 in memory.
 */
class H2JobLedgerTests extends AbstractJdbcJobLedgerTests {

	private static final JdbcStore STORE = new JdbcStore(
			new DriverManagerDataSource("jdbc:h2:mem:jobs;DB_CLOSE_DELAY=-1", "sa", ""));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

}
