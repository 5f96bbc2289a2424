// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A Redis server on the loopback address for the locks of the nodes, from a binary on the
 * class path. A shell keeps it alive for as long as this process holds the other end of a
 * pipe, however this process ends.
 */
final class SharedRedis implements SharedLockStore {

	private static final int ANSWER_MILLIS = 30_000;

	private final ServerProcess server;

	private final Path program;

	private final int port;

	private SharedRedis(ServerProcess server, Path program, int port) {
		this.server = server;
		this.program = program;
		this.port = port;
	}

	static SharedRedis start() throws IOException {
		Path program = unpack();
		int port = FreePorts.next();
		ServerProcess server = ServerProcess.start("Redis", List.of(program.toString(), "--port", String.valueOf(port),
				"--bind", "127.0.0.1", "--save", "", "--daemonize", "no"), () -> answers(port));
		return new SharedRedis(server, program, port);
	}

	private static Path unpack() throws IOException {
		String resource = "/redis-server-7.0.15-%s-%s".formatted(system(), architecture());
		try (InputStream binary = SharedRedis.class.getResourceAsStream(resource)) {
			if (binary == null) {
				throw new UsageException("There is no Redis server for this machine (%s). Start one yourself, and pass "
					.formatted(resource.substring(1))
						+ "--spring.data.redis.host=... --spring.data.redis.port=... beside --distlock.provider=redis");
			}
			Path program = Files.createTempFile("shop-redis", null);
			Files.copy(binary, program, StandardCopyOption.REPLACE_EXISTING);
			program.toFile().setExecutable(true);
			return program;
		}
	}

	private static String system() {
		String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
		return name.startsWith("mac") ? "darwin" : name;
	}

	private static String architecture() {
		String name = System.getProperty("os.arch");
		return List.of("aarch64", "arm64").contains(name) ? "arm64" : "amd64";
	}

	private static boolean answers(int port) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.setSoTimeout(ANSWER_MILLIS);
			socket.getOutputStream().write("PING\r\n".getBytes());
			return socket.getInputStream().read() == '+';
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public Map<String, String> properties() {
		return Map.of("spring.data.redis.host", "127.0.0.1", "spring.data.redis.port", String.valueOf(this.port));
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		Files.deleteIfExists(this.program);
	}

}
