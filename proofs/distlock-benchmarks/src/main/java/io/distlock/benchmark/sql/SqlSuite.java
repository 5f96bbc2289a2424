// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Network;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.PostgresServer;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;

import org.springframework.integration.jdbc.lock.JdbcLockRegistry;

/**
 * Locks in a table of one database server, which waits for the disk at each commit.
 */
public final class SqlSuite implements Suite {

	private static final Goal AS_FAST_AS_THE_FLOOR = Goal.floor(StoreSuite.OURS, 0.95);

	/**
	 * The releases of distlock do not wait for the disk on PostgreSQL; a lease that comes
	 * back in a crash ends by itself.
	 */
	private static final Goal WITH_A_RELEASE_THAT_DOES_NOT_WAIT = Goal.floor(StoreSuite.OURS, 1.4);

	private final BenchSchema schema;

	private final Supplier<DatabaseServer> server;

	private final Function<Connection, CommandCounter> counter;

	private final List<Goal> goals;

	private final List<Entry> signals;

	private final Network network;

	private SqlSuite(Network network, BenchSchema schema, Supplier<DatabaseServer> server,
			Function<Connection, CommandCounter> counter, List<Goal> goals, List<Entry> signals) {
		this.network = network;
		this.schema = schema;
		this.server = server;
		this.counter = counter;
		this.goals = goals;
		this.signals = signals;
	}

	/**
	 * Locks in PostgreSQL.
	 */
	public static SqlSuite postgresql() {
		return new SqlSuite(Network.NONE, BenchSchema.POSTGRESQL,
				() -> new PostgresServer("fsync=on", "max_connections=400"), SqlCounters::postgresql,
				List.of(AS_FAST_AS_THE_FLOOR, WITH_A_RELEASE_THAT_DOES_NOT_WAIT), List.of(Entry.baton("NOTIFY",
						(address) -> new NotifiedSignal(BenchDatabase.parse(address).dataSource()))));
	}

	/**
	 * Locks in MariaDB, which has nothing that wakes up.
	 */
	public static SqlSuite mariadb() {
		return new SqlSuite(Network.NONE, BenchSchema.MARIADB,
				() -> new MariaDbServer("--innodb-flush-log-at-trx-commit=1", "--max-connections=400"),
				SqlCounters::mariadb, List.of(AS_FAST_AS_THE_FLOOR), List.of());
	}

	@Override
	public String name() {
		return this.network.name(this.schema.suite(), "-network");
	}

	@Override
	public String title() {
		return this.network.name(this.schema.title(), " over a network");
	}

	@Override
	public Suite over(Network network) {
		return new SqlSuite(network, this.schema, this.server, this.counter, this.goals, this.signals);
	}

	@Override
	public List<Entry> entries() {
		return Stream.concat(SqlEntries.all().stream(), this.signals.stream()).toList();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (DatabaseServer running = this.server.get()) {
			running.start();
			BenchDatabase near = new BenchDatabase(running.newDatabase(), running.user());
			this.schema.create(near);
			try (Connection counting = near.dataSource().getConnection();
					Network.Link link = this.network.to(running.port());
					SqlFloor floor = new SqlFloor(near.at(link.port()).dataSource())) {
				about(counting, report);
				StoreSuite suite = new StoreSuite(this.schema.suite(), near.at(link.port()).address(), SqlEntries.all(),
						this.counter.apply(counting));
				suite.withinOneJvm(floor, this.goals, rounds, report);
				suite.overSeveralJvms(List.of(), this.signals, rounds, report);
			}
		}
	}

	static void about(Connection connection, Report report) throws SQLException {
		String store = connection.getMetaData().getDatabaseProductName() + " "
				+ connection.getMetaData().getDatabaseProductVersion();
		Driver driver = DriverManager.getDriver(connection.getMetaData().getURL());
		report.about(store, driver.getClass(), JdbcTemplateLockProvider.class, JdbcLockRegistry.class);
	}

}
