// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.distlock.testserver.Lifeline;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.ServerFiles;

/**
 * MySQL 8.0. The binaries on the class path are those for Linux on amd64, and need the
 * system's {@code libaio.so.1}; see {@link #unavailable()}.
 */
public final class MySqlServer extends DatabaseServer {

	private static final String VERSION = "mysql-8.0.31";

	private final Path programs = available();

	private final List<String> options;

	/**
	 * Create a server of its own for a test that stops or restarts it.
	 * @param options more command line options
	 */
	public MySqlServer(String... options) {
		super("mysql");
		this.options = List.of(options);
		makeData(VERSION, this::initialization);
	}

	/**
	 * Return the server that all tests of this JVM share.
	 * @return the running server
	 */
	public static MySqlServer shared() {
		available();
		return Shared.SERVER;
	}

	/**
	 * Tell why the server cannot run on this machine.
	 * @return the reason, empty if it can
	 */
	public static String unavailable() {
		return (OptionalTool.MYSQL.isHidden() || !Probe.RUNS) ? OptionalTool.MYSQL.absent() : "";
	}

	@Override
	public String user() {
		return "root";
	}

	@Override
	protected List<String> command() {
		List<String> command = base(data());
		command.addAll(List.of("--port=" + port(), "--bind-address=127.0.0.1", "--socket=" + folder().resolve("s"),
				"--pid-file=" + folder().resolve("pid"), "--mysqlx=OFF", "--skip-log-bin", "--performance-schema=OFF",
				"--innodb-use-native-aio=OFF"));
		command.addAll(this.options);
		return command;
	}

	@Override
	String adminDatabase() {
		return "mysql";
	}

	@Override
	String url(String database) {
		return "jdbc:mysql://127.0.0.1:%d/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true".formatted(port(), database);
	}

	private List<String> initialization(Path data) {
		List<String> command = base(data);
		command.addAll(List.of("--initialize-insecure", "--innodb-use-native-aio=OFF"));
		return command;
	}

	private List<String> base(Path data) {
		return new ArrayList<>(List.of(this.programs.resolve("bin/mysqld").toString(), "--no-defaults",
				"--user=" + System.getProperty("user.name"), "--basedir=" + this.programs, "--datadir=" + data));
	}

	private static Path available() {
		OptionalTool.MYSQL.require(unavailable().isEmpty());
		return programs();
	}

	private static Path programs() {
		return ServerFiles.programs(VERSION, (folder) -> ServerFiles.untar("/mysql-Linux-amd64.tar.gz", folder));
	}

	private static final class Probe {

		private static final boolean RUNS = OptionalTool.isLinuxOnAmd64() && runs();

		private static boolean runs() {
			try {
				Path log = ServerFiles.newDataFolder("mysql-probe").resolve("log");
				List<String> command = List.of(programs().resolve("bin/mysqld").toString(), "--no-defaults",
						"--version");
				Lifeline.run(command, log, Map.of());
				return true;
			}
			catch (IllegalStateException ex) {
				return false;
			}
		}

	}

	private static final class Shared {

		private static final MySqlServer SERVER = new MySqlServer("--innodb-flush-log-at-trx-commit=0");

		static {
			SERVER.start();
		}

	}

}
