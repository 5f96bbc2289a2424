// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.awaitility.Awaitility;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A database server in a process of its own, which tests may stop, kill and start again.
 */
public abstract class DatabaseServer implements AutoCloseable {

	private static final String DATA = "data";

	private final AtomicInteger databases = new AtomicInteger();

	private final Path folder;

	private final int port = ServerFiles.freePort();

	private Process process;

	DatabaseServer(String name) {
		this.folder = ServerFiles.newDataFolder(name);
	}

	/**
	 * Start the server, or start it again over the same data.
	 */
	public final void start() {
		this.process = Lifeline.start(command(), log(), environment());
		awaitAnswer(this.process, log(), dataSource(url(adminDatabase())));
	}

	static void awaitAnswer(Process process, Path log, DataSource dataSource) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(50))
			.failFast("server ended: " + log, () -> !process.isAlive())
			.until(() -> answers(dataSource));
	}

	/**
	 * Kill the server as {@code kill -9} does.
	 */
	public final void kill() {
		Lifeline.kill(this.process);
	}

	/**
	 * Stop all processes of the server with {@code SIGSTOP}: connections stay, nothing
	 * answers.
	 */
	public final void freeze() {
		Lifeline.signal(this.process, "-STOP");
	}

	/**
	 * Let what is frozen go on.
	 */
	public final void thaw() {
		Lifeline.signal(this.process, "-CONT");
	}

	/**
	 * Create an empty database.
	 * @return its URL
	 */
	public final String newDatabase() {
		String name = "test" + this.databases.incrementAndGet();
		create(name);
		return url(name);
	}

	/**
	 * Return a data source that opens a connection for every use.
	 * @param url a URL of this server
	 * @return the data source
	 */
	public final DataSource dataSource(String url) {
		return new DriverManagerDataSource(url, user(), "");
	}

	public abstract String user();

	/**
	 * Return what the server has used of the processors so far, as the system counts it,
	 * in hundredths of a second: with all its processes, also those that have ended.
	 * @return the time, which is known on Linux only
	 */
	public final Duration cpuTime() {
		return Stream.concat(Stream.of(this.process.toHandle()), this.process.descendants())
			.map(ProcessTime::of)
			.reduce(Duration.ZERO, Duration::plus);
	}

	public final Path log() {
		return this.folder.resolve("server.log");
	}

	@Override
	public final void close() {
		kill();
	}

	abstract List<String> command();

	abstract String adminDatabase();

	abstract String url(String database);

	void create(String database) {
		execute(dataSource(url(adminDatabase())), "create database " + database);
	}

	/**
	 * A server that starts deletes what others have left in the folder for temporary
	 * tables, so each has its own.
	 */
	Map<String, String> environment() {
		return Map.of("TMPDIR", this.folder.toString());
	}

	/**
	 * Have the data of a server that was never started. They are made once, which takes
	 * seconds, and copied after that.
	 * @param version the program and its version
	 * @param initialization returns the command that makes them in a folder
	 */
	final void makeData(String version, Function<Path, List<String>> initialization) {
		int settings = initialization.apply(Path.of(DATA)).hashCode();
		Path made = ServerFiles.programs("%s-empty-%08x".formatted(version, settings),
				(staging) -> Lifeline.run(initialization.apply(staging.resolve(DATA)), log(), environment()));
		Lifeline.run(List.of("cp", "-a", "--sparse=always", made.resolve(DATA).toString(), this.folder.toString()),
				log(), Map.of());
	}

	final Path data() {
		return this.folder.resolve(DATA);
	}

	final Path folder() {
		return this.folder;
	}

	public final int port() {
		return this.port;
	}

	final boolean hasData() {
		return Files.isDirectory(data());
	}

	private static boolean answers(DataSource dataSource) {
		try (Connection connection = dataSource.getConnection()) {
			return connection.isValid(1);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	static void execute(DataSource dataSource, String sql) {
		try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(sql, ex);
		}
	}

}
