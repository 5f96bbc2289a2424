// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import org.opentest4j.TestAbortedException;

/**
 * A server or program that tests use and that a machine may lack. Its tests are skipped
 * there, with a message that names it.
 */
public enum OptionalTool {

	/**
	 * MySQL comes along, a library that it needs does not.
	 */
	MYSQL("MySQL", debian("libaio1")),

	MARIADB("MariaDB", "the build brings it for Linux on amd64"),

	POSTGRESQL("PostgreSQL", "the build brings it for Linux on amd64"),

	WAITAOF("a Redis or Valkey from version 7.2", debian("valkey-server"), "redis-server", "valkey-server"),

	ETCD("etcd", debian("etcd-server"), "etcd"),

	CONSUL("Consul", "put a 'consul' of version 1.8 or later on the PATH", "consul"),

	NATS("NATS", debian("nats-server"), "nats-server"),

	MEMCACHED("Memcached", debian("memcached"), "memcached"),

	AZURITE("Azurite", "put Node.js and npm on the PATH, and let npm reach its registry once", "azurite-blob"),

	DYNALITE("Dynalite", "put Node.js and npm on the PATH, and let npm reach its registry once", "node"),

	PGBOUNCER("PgBouncer", debian("pgbouncer"), "pgbouncer"),

	FAKETIME("libfaketime", debian("libfaketime")),

	CC("a C compiler", debian("gcc"), "cc"),

	CHROMIUM("Chromium", debian("chromium"), "chromium", "chromium-browser", "google-chrome"),

	PROMETHEUS("Prometheus", debian("prometheus"), "prometheus");

	/**
	 * The system property with the names of tools, separated by commas, that tests do as
	 * if this machine lacked them; {@code all} hides each one.
	 */
	public static final String HIDDEN = "distlock.test.hidden";

	private static final List<String> FOLDERS = List.of("/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin");

	private final String title;

	private final String remedy;

	private final List<String> programs;

	OptionalTool(String title, String remedy, String... programs) {
		this.title = title;
		this.remedy = remedy;
		this.programs = List.of(programs);
	}

	/**
	 * Return the system property with the path of the tool's program.
	 * @return {@code distlock.test.} and the name of the tool
	 */
	public String property() {
		return "distlock.test." + name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Find the tool's programs: where the {@linkplain #property() system property} says,
	 * or else on the {@code PATH} and where systems put them.
	 * @return those that are there, the preferred one first
	 */
	public Stream<Path> programs() {
		if (isHidden()) {
			return Stream.empty();
		}
		String named = System.getProperty(property());
		return ((named != null) ? Stream.of(Path.of(named)) : installed()).filter(Files::isRegularFile)
			.filter(Files::isExecutable);
	}

	/**
	 * Find the tool's program.
	 * @return the program, or nothing
	 */
	public Optional<Path> program() {
		return programs().findFirst();
	}

	/**
	 * Return what was found, or skip the test.
	 * @param <T> what stands for the tool
	 * @param found what was found
	 * @return the same
	 */
	public <T> T require(Optional<T> found) {
		return found.filter((tool) -> !isHidden()).orElseThrow(() -> {
			if (!isHidden()) {
				MissingTools.note(absent());
			}
			return new TestAbortedException(absent());
		});
	}

	/**
	 * Skip the test unless the tool can run here.
	 * @param runsHere whether it can
	 */
	public void require(boolean runsHere) {
		require(runsHere ? Optional.of(this) : Optional.empty());
	}

	/**
	 * Say that the tool is not there, and what helps.
	 * @return why tests are skipped
	 */
	public String absent() {
		return "%s is not on this machine, or cannot run here: %s".formatted(this.title, this.remedy);
	}

	/**
	 * Return whether tests have to do as if this machine lacked the tool.
	 * @return whether {@value #HIDDEN} names it
	 */
	public boolean isHidden() {
		List<String> hidden = List.of(System.getProperty(HIDDEN, "").toUpperCase(Locale.ROOT).split(","));
		return hidden.contains("ALL") || hidden.contains(name());
	}

	private Stream<Path> installed() {
		Stream<String> path = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
		return Stream.concat(path, FOLDERS.stream())
			.flatMap((folder) -> this.programs.stream().map((program) -> Path.of(folder, program)));
	}

	/**
	 * Return whether this machine runs what the build brings for Linux on amd64.
	 * @return whether it does
	 */
	public static boolean isLinuxOnAmd64() {
		return System.getProperty("os.name").startsWith("Linux") && "amd64".equals(System.getProperty("os.arch"));
	}

	private static String debian(String packageName) {
		return "on Debian, 'apt-get install " + packageName + "' helps";
	}

}
