package io.distlock.benchmark.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.local.LocalSuite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.DatabaseServer;
import io.distlock.testserver.MariaDbServer;
import io.distlock.testserver.PostgresServer;

/**
 * Locks in a table of one database server, which waits for the disk at each commit.
 */
public final class SqlSuite implements Suite {

	private static final int CONNECTIONS = 8;

	private final String name;

	private final String peersScript;

	private final Supplier<Database> server;

	private SqlSuite(String name, String peersScript, Supplier<Database> server) {
		this.name = name;
		this.peersScript = peersScript;
		this.server = server;
	}

	/**
	 * Locks in H2, in memory.
	 */
	public static SqlSuite h2() {
		return new SqlSuite("h2", "schema-h2.sql",
				() -> new Database("jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1", "sa", () -> {
				}));
	}

	/**
	 * Locks in PostgreSQL.
	 */
	public static SqlSuite postgresql() {
		return new SqlSuite("postgresql", "schema-postgresql.sql",
				() -> Database.of(new PostgresServer("fsync=on", "synchronous_commit=on")));
	}

	/**
	 * Locks in MariaDB.
	 */
	public static SqlSuite mariadb() {
		return new SqlSuite("mariadb", "schema-mysql.sql",
				() -> Database.of(new MariaDbServer("--innodb-flush-log-at-trx-commit=1")));
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (Database database = this.server.get();
				HikariDataSource pool = database.pool(CONNECTIONS);
				SqlPeers peers = new SqlPeers(pool, this.peersScript);
				SqlFloor floor = new SqlFloor(database.pool(2 * CONNECTIONS));
				Contestant ours = ours(database)) {
			for (int threads : List.of(1, 8)) {
				run("A key for each of %d thread(s)".formatted(threads), threads, false, floor, ours,
						peers.uncontended(), rounds, report);
			}
			for (int threads : List.of(8, 64)) {
				run("One key, %d threads".formatted(threads), threads, true, LocalSuite.fairLock(), ours,
						peers.waiting(), rounds, report);
			}
		}
	}

	private static void run(String title, int threads, boolean shared, Contestant floor, Contestant ours,
			List<Contestant> peers, Rounds rounds, Report report) throws Exception {
		List<Contestant> all = new ArrayList<>(List.of(floor, ours));
		all.addAll(peers);
		Workload workload = new Workload(title, threads, shared, CommandCounter.NONE, all);
		report.add(workload, rounds.run(workload));
	}

	private static Contestant ours(Database database) {
		return DistlockNode.start("distlock", "distlock.provider=jdbc", "distlock.jdbc.initialize-schema=always",
				"distlock.jdbc.pool-size=" + CONNECTIONS, "spring.datasource.url=" + database.url,
				"spring.datasource.username=" + database.user);
	}

	/**
	 * A database for one run.
	 *
	 * @param url where it is
	 * @param user who may do everything
	 * @param server what to close at the end
	 */
	private record Database(String url, String user, AutoCloseable server) implements AutoCloseable {

		static Database of(DatabaseServer server) {
			server.start();
			return new Database(server.newDatabase(), server.user(), server);
		}

		HikariDataSource pool(int connections) {
			HikariConfig config = new HikariConfig();
			config.setJdbcUrl(this.url);
			config.setUsername(this.user);
			config.setMaximumPoolSize(connections);
			return new HikariDataSource(config);
		}

		@Override
		public void close() throws Exception {
			this.server.close();
		}

	}

}
