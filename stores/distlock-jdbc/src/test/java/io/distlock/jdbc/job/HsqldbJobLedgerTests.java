// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.job;

import io.distlock.jdbc.contract.JdbcStore;
import org.junit.jupiter.api.Tag;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Cluster jobs on HSQLDB in memory.
 */
@Tag("proof")
class HsqldbJobLedgerTests extends AbstractJdbcJobLedgerTests {

	private static final JdbcStore STORE = new JdbcStore(
			new DriverManagerDataSource("jdbc:hsqldb:mem:jobs;hsqldb.tx=mvcc", "sa", ""));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

}
