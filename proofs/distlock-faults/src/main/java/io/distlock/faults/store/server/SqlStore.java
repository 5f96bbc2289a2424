// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

import io.distlock.faults.store.CopiedStore;
import io.distlock.faults.store.DiskStore;
import io.distlock.faults.store.PasswordStore;
import io.distlock.testserver.SmallDisk;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.H2Server;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.MySqlServer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A database in a server process.
 */
final class SqlStore extends AbstractSqlStore implements PasswordStore, CopiedStore, DiskStore {

	static final String AUTO_CONFIGURATION = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";

	private static final Duration OPERATOR_PATIENCE = Duration.ofSeconds(3);

	private final String name;

	private final Function<String[], DatabaseServer> creator;

	/**
	 * Options of a server that writes to a small disk for each commit, none for servers
	 * without such a disk.
	 */
	private final List<String> diskOptions;

	private DatabaseServer server;

	private String url = "";

	private boolean limited;

	@SuppressWarnings("NullAway.Init")
	private SqlStore(String name, Function<String[], DatabaseServer> creator, SqlAdministration administration,
			String... diskOptions) {
		super(administration);
		this.name = name;
		this.creator = creator;
		this.diskOptions = List.of(diskOptions);
	}

	/**
	 * What does not wait for the disk is surely lost when the server is killed, since
	 * nothing else writes it soon.
	 */
	static SqlStore postgresql() {
		return new SqlStore("postgresql",
				(options) -> new PostgresServer(with(options, "fsync=off", "max_connections=200",
						"wal_writer_delay=10s", "wal_writer_flush_after=1GB")),
				SqlAdministration.POSTGRESQL, "min_wal_size=32MB", "max_wal_size=64MB");
	}

	static SqlStore h2() {
		return new SqlStore("h2", (options) -> new H2Server(), SqlAdministration.H2);
	}

	/**
	 * Without a binary log, commits need no more space than the server has reserved.
	 */
	static SqlStore mariadb() {
		return new SqlStore("mariadb",
				(options) -> new MariaDbServer(with(options, "--innodb-flush-log-at-trx-commit=2")),
				SqlAdministration.MYSQL, "--log-bin=binlog", "--binlog-format=row", "--innodb-log-file-size=16M");
	}

	static SqlStore mysql() {
		return new SqlStore("mysql", (options) -> new MySqlServer(with(options, "--innodb-flush-log-at-trx-commit=2")),
				SqlAdministration.MYSQL);
	}

	private static String[] with(String[] more, String... options) {
		return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
	}

	@Override
	public @Nullable String obstacle() {
		String unavailable = this.name.equals("mysql") ? MySqlServer.unavailable() : "";
		return unavailable.isEmpty() ? null : unavailable;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public void start() {
		this.server = this.creator.apply(this.limited ? this.diskOptions.toArray(String[]::new) : new String[0]);
		if (this.limited) {
			this.server.limitDisk(DISK_MEGABYTES);
		}
		this.server.start();
		this.url = newDatabase(this.server);
		administration().addUser(admin(), USER, PASSWORD);
	}

	@Override
	public List<DatabaseServer> servers() {
		return (this.server != null) ? List.of(this.server) : List.of();
	}

	@Override
	public void changePassword(String password) {
		administration().changePassword(admin(), USER, password);
	}

	@Override
	public boolean delaysLogins() {
		return administration() == SqlAdministration.H2;
	}

	@Override
	JdbcTemplate admin() {
		return new JdbcTemplate(this.server.dataSource(this.url));
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		String relayed = this.url.replace(":" + this.server.port() + "/", ":" + ports.get(0) + "/");
		return properties(relayed, USER, PASSWORD);
	}

	@Override
	public boolean listens() {
		return administration() == SqlAdministration.POSTGRESQL;
	}

	@Override
	public @Nullable String diskObstacle() {
		if (this.diskOptions.isEmpty()) {
			return "its commits need no more space";
		}
		return SmallDisk.unavailable().isEmpty() ? null : SmallDisk.unavailable();
	}

	@Override
	public void limitDisk() {
		this.limited = true;
	}

	/**
	 * PostgreSQL has reserved space for commits, which a business application uses.
	 */
	@Override
	public void fillDisk() {
		this.server.fillDisk();
		if (administration() == SqlAdministration.POSTGRESQL) {
			fillLog();
		}
	}

	private void fillLog() {
		try {
			for (int megabytes = 0; megabytes < DISK_MEGABYTES; megabytes++) {
				admin().execute("select pg_logical_emit_message(true, 'business', repeat('x', 1000000))");
			}
		}
		catch (DataAccessException ex) {
			// The log is full.
		}
	}

	/**
	 * PostgreSQL ends where it cannot write its log. MariaDB waits, and looks for space
	 * once a minute only.
	 */
	@Override
	public void freeDisk() {
		this.server.freeDisk();
		if (!this.server.isAlive() || !writesAgain()) {
			this.server.start();
		}
	}

	private boolean writesAgain() {
		try {
			Awaitility.await().atMost(OPERATOR_PATIENCE).until(this::writes);
			return true;
		}
		catch (ConditionTimeoutException ex) {
			return false;
		}
	}

	private boolean writes() {
		try {
			CompletableFuture.runAsync(() -> admin().execute("drop table if exists ROOM"))
				.get(OPERATOR_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
			return true;
		}
		catch (ExecutionException | TimeoutException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
