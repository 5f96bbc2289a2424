// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

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

import io.distlock.testserver.Lifeline;
import io.distlock.testserver.ServerFiles;
import io.distlock.testserver.ServerProcess;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A database server in a process of its own, which tests may stop, kill and start again.
 */
public abstract class DatabaseServer extends ServerProcess {

	private static final String DATA = "data";

	private final AtomicInteger databases = new AtomicInteger();

	DatabaseServer(String name) {
		super(ServerFiles.newDataFolder(name));
	}

	/**
	 * Start the server, or start it again over the same data.
	 */
	public final void start() {
		restart();
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
		return Stream.concat(Stream.of(process().toHandle()), process().descendants())
			.map(ProcessTime::of)
			.reduce(Duration.ZERO, Duration::plus);
	}

	abstract String adminDatabase();

	abstract String url(String database);

	void create(String database) {
		execute(dataSource(url(adminDatabase())), "create database " + database);
	}

	/**
	 * A server that starts deletes what others have left in the folder for temporary
	 * tables, so each has its own.
	 */
	@Override
	protected Map<String, String> environment() {
		return Map.of("TMPDIR", folder().toString());
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
		Lifeline.run(List.of("cp", "-a", "--sparse=always", made.resolve(DATA).toString(), folder().toString()), log(),
				Map.of());
	}

	final boolean hasData() {
		return Files.isDirectory(data());
	}

	@Override
	protected boolean answers() {
		return answers(dataSource(url(adminDatabase())));
	}

	static boolean answers(DataSource dataSource) {
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
