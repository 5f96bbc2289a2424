// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import java.util.List;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.contract.process.NodeProcess;

/**
 * A node of {@link PostgresNodeProcessTests}.
 */
public final class PostgresNodeProcess {

	private PostgresNodeProcess() {
	}

	public static void main(String[] args) throws Exception {
		try (HikariDataSource dataSource = new HikariDataSource()) {
			dataSource.setJdbcUrl(args[0]);
			dataSource.setUsername(args[1]);
			dataSource.setMaximumPoolSize(4);
			NodeProcess.run(new JdbcStore(dataSource), List.of(args).subList(2, args.length));
		}
	}

}
