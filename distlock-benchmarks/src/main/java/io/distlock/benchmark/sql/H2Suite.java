package io.distlock.benchmark.sql;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Locks in H2, in the memory of one JVM.
 */
public final class H2Suite implements Suite {

	@Override
	public String name() {
		return "h2";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		BenchDatabase database = new BenchDatabase("jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa");
		database.createTables("schema-h2.sql");
		try (SqlFloor floor = new SqlFloor(new DriverManagerDataSource(database.url(), database.user(), ""))) {
			new StoreSuite(name(), database.address(), SqlEntries.all(), CommandCounter.NONE).withinOneJvm(floor,
					rounds, report);
		}
	}

}
