package io.distlock.benchmark.sql;

import java.util.List;
import java.util.function.Supplier;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.DatabaseServer;
import io.distlock.testserver.MariaDbServer;
import io.distlock.testserver.PostgresServer;

/**
 * Locks in a table of one database server, which waits for the disk at each commit.
 */
public final class SqlSuite implements Suite {

	private final String name;

	private final String integrationScript;

	private final Supplier<DatabaseServer> server;

	private SqlSuite(String name, String integrationScript, Supplier<DatabaseServer> server) {
		this.name = name;
		this.integrationScript = integrationScript;
		this.server = server;
	}

	/**
	 * Locks in PostgreSQL.
	 */
	public static SqlSuite postgresql() {
		return new SqlSuite("postgresql", "schema-postgresql.sql", () -> new PostgresServer("fsync=on"));
	}

	/**
	 * Locks in MariaDB.
	 */
	public static SqlSuite mariadb() {
		return new SqlSuite("mariadb", "schema-mysql.sql",
				() -> new MariaDbServer("--innodb-flush-log-at-trx-commit=1"));
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public List<Entry> entries() {
		return SqlEntries.all();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (DatabaseServer running = this.server.get()) {
			running.start();
			BenchDatabase database = new BenchDatabase(running.newDatabase(), running.user());
			database.createTables(this.integrationScript);
			try (SqlFloor floor = new SqlFloor(running.dataSource(database.url()))) {
				StoreSuite suite = new StoreSuite(this.name, database.address(), entries(), CommandCounter.NONE);
				suite.withinOneJvm(floor, rounds, report);
				suite.overSeveralJvms(rounds, report);
			}
		}
	}

}
