// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.distlock.testserver.Lifeline;
import io.distlock.testserver.ServerFiles;
import io.distlock.testserver.ServerProcess;

/**
 * PgBouncer in transaction mode in front of a PostgreSQL server, if this machine has it:
 * the program that the system property {@value #PROPERTY} names, or else one on the
 * {@code PATH} or where Debian puts it. Two connections to the server serve all clients.
 */
public final class PgBouncer extends ServerProcess {

	/**
	 * The system property with the path of the program.
	 */
	public static final String PROPERTY = "distlock.test.pgbouncer";

	private static final Pattern VERSION = Pattern.compile("PgBouncer (\\d\\S*\\d)");

	private final Path program;

	private final PostgresServer server;

	private final List<String> options;

	private PgBouncer(Path program, PostgresServer server, String... options) {
		super(ServerFiles.newDataFolder("pgbouncer"));
		this.program = program;
		this.server = server;
		this.options = List.of(options);
	}

	/**
	 * Find the program.
	 * @return the program, or nothing
	 */
	public static Optional<Path> installed() {
		return candidates().filter(Files::isExecutable).findFirst();
	}

	/**
	 * Start the proxy in front of a server.
	 * @param program what {@link #installed()} found
	 * @param server the server, which runs
	 * @param options more settings, {@code name = value}
	 * @return the proxy, which answers
	 */
	public static PgBouncer start(Path program, PostgresServer server, String... options) {
		PgBouncer started = new PgBouncer(program, server, options);
		started.restart();
		return started;
	}

	/**
	 * Return the URL of a database by way of the proxy.
	 * @param direct what {@link PostgresServer#newDatabase()} returned
	 * @return the URL
	 */
	public String url(String direct) {
		return direct.replace(":" + this.server.port() + "/", ":" + port() + "/");
	}

	/**
	 * Return the version, which the proxy logs at its start.
	 * @return the version
	 */
	public String version() {
		Matcher version = VERSION.matcher(Lifeline.read(log()));
		if (!version.find()) {
			throw new IllegalStateException("There is no version in " + log());
		}
		return version.group(1);
	}

	/**
	 * PgBouncer refuses to run as root, as PostgreSQL does.
	 */
	@Override
	protected List<String> command() {
		List<String> command = new ArrayList<>();
		if ("root".equals(System.getProperty("user.name"))) {
			command.addAll(List.of("unshare", "-U"));
		}
		command.addAll(List.of(this.program.toString(), write("pgbouncer.ini", settings()).toString()));
		return command;
	}

	private String settings() {
		return """
				[databases]
				* = host=127.0.0.1 port=%d user=%s
				[pgbouncer]
				listen_addr = 127.0.0.1
				listen_port = %d
				unix_socket_dir =
				auth_type = any
				pool_mode = transaction
				default_pool_size = 2
				ignore_startup_parameters = extra_float_digits
				%s
				""".formatted(this.server.port(), this.server.user(), port(), String.join("\n", this.options));
	}

	@Override
	protected boolean answers() {
		return DatabaseServer.answers(this.server.dataSource(url(this.server.url("postgres"))));
	}

	private static Stream<Path> candidates() {
		String named = System.getProperty(PROPERTY);
		if (named != null) {
			return Stream.of(Path.of(named));
		}
		Stream<String> folders = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
		return Stream.concat(folders, Stream.of("/usr/sbin")).map((folder) -> Path.of(folder, "pgbouncer"));
	}

}
