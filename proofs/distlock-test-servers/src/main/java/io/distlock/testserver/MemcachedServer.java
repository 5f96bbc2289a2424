// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Memcached server on a random loopback port, if this machine has Memcached. Tests may
 * kill, freeze and start it again; it keeps its port, and nothing else.
 */
public final class MemcachedServer extends ServerProcess {

	private static final int MEGABYTES = 64;

	private final Path program;

	private final int megabytes;

	private MemcachedServer(Path program, int megabytes) {
		super(ServerFiles.newDataFolderInMemory("memcached"));
		this.program = program;
		this.megabytes = megabytes;
	}

	/**
	 * Return the server that all tests of this JVM share; no test may stop it.
	 * @return the running server
	 */
	public static MemcachedServer shared() {
		program();
		return Shared.SERVER;
	}

	/**
	 * Start a server, or skip the test where there is no Memcached.
	 * @return the running server
	 */
	public static MemcachedServer start() {
		return start(MEGABYTES);
	}

	/**
	 * Start a server with little memory, or skip the test where there is no Memcached.
	 * @param megabytes how much memory it has for items
	 * @return the running server
	 */
	public static MemcachedServer start(int megabytes) {
		MemcachedServer server = new MemcachedServer(program(), megabytes);
		server.restart();
		return server;
	}

	private static Path program() {
		return OptionalTool.MEMCACHED.require(OptionalTool.MEMCACHED.program());
	}

	@Override
	protected List<String> command() {
		return List.of(this.program.toString(), "-u", System.getProperty("user.name"), "-l", "127.0.0.1", "-p",
				String.valueOf(port()), "-U", "0", "-t", "2", "-m", String.valueOf(this.megabytes));
	}

	/**
	 * Return where clients find the server.
	 * @return host and port
	 */
	public String address() {
		return "127.0.0.1:" + port();
	}

	/**
	 * Return the version of the server.
	 * @return the version alone
	 */
	public String version() {
		String prefix = "STAT version ";
		return command(port(), "stats", "END").stream()
			.filter((line) -> line.startsWith(prefix))
			.map((line) -> line.substring(prefix.length()))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Send a command of the text protocol, as an operator would.
	 * @param port the port of a server
	 * @param command the command, without the end of its line
	 * @param last pattern of what the last line of the answer begins with
	 * @return the lines of the answer before the last one
	 */
	public static List<String> command(int port, String command, String last) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
			socket.setSoTimeout(10_000);
			socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
			BufferedReader answer = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
			List<String> lines = new ArrayList<>();
			String line = answer.readLine();
			while (line != null && !line.matches("(?:" + last + ").*")) {
				lines.add(line);
				line = answer.readLine();
			}
			return lines;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	protected boolean answers() {
		try {
			return command(port(), "version", "VERSION").isEmpty();
		}
		catch (UncheckedIOException ex) {
			return false;
		}
	}

	private static final class Shared {

		private static final MemcachedServer SERVER = start();

	}

}
