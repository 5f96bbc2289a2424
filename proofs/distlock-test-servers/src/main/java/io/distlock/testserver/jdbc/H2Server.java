// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

import java.nio.file.Path;
import java.util.List;

import org.h2.Driver;

/**
 * H2 over TCP, in a JVM of its own, so that several processes can share a database.
 */
public final class H2Server extends DatabaseServer {

	public H2Server() {
		super("h2");
	}

	/**
	 * Return the server that all tests of this JVM share.
	 * @return the running server
	 */
	public static H2Server shared() {
		return Shared.SERVER;
	}

	@Override
	public String user() {
		return "sa";
	}

	@Override
	protected List<String> command() {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		String jar = Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
		return List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dh2.bindAddress=127.0.0.1", "-cp", jar,
				"org.h2.tools.Server", "-tcp", "-tcpPort", String.valueOf(port()), "-baseDir", data().toString(),
				"-ifNotExists");
	}

	@Override
	String adminDatabase() {
		return "admin";
	}

	@Override
	String url(String database) {
		return "jdbc:h2:tcp://127.0.0.1:%d/./%s;DB_CLOSE_DELAY=-1;WRITE_DELAY=0".formatted(port(), database);
	}

	@Override
	void create(String database) {
		// A database is created by the first connection to it.
	}

	private static final class Shared {

		private static final H2Server SERVER = new H2Server();

		static {
			SERVER.start();
		}

	}

}
