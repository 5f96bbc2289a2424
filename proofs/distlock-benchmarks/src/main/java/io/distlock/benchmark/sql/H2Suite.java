// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.util.List;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;

/**
 * Locks in H2, in the memory of one JVM.
 */
public final class H2Suite implements Suite {

	@Override
	public String name() {
		return BenchSchema.H2.suite();
	}

	@Override
	public String title() {
		return BenchSchema.H2.title();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		BenchDatabase database = new BenchDatabase("jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa");
		BenchSchema.H2.create(database);
		try (Connection connection = database.dataSource().getConnection();
				SqlFloor floor = new SqlFloor(database.dataSource())) {
			SqlSuite.about(connection, report);
			new StoreSuite(name(), database.address(), SqlEntries.all(), CommandCounter.none()).withinOneJvm(floor,
					List.of(Goal.bestPeer(StoreSuite.OURS, 0.9)), rounds, report);
		}
	}

}
