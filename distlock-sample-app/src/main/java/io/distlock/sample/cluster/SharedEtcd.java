// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

/**
 * An etcd server on the loopback address for the locks of the nodes, if this machine has
 * the program. It ends with this process, and keeps nothing.
 */
final class SharedEtcd implements SharedLockStore {

	private final ServerProcess server;

	private final Path folder;

	private final String endpoint;

	private SharedEtcd(ServerProcess server, Path folder, String endpoint) {
		this.server = server;
		this.folder = folder;
		this.endpoint = endpoint;
	}

	static SharedEtcd start() throws IOException {
		Path program = program().orElseThrow(() -> new UsageException(
				"There is no etcd on the PATH of this machine. Install it, on Debian by 'apt-get install etcd-server'; "
						+ "or pass --distlock.etcd.endpoints=http://... beside --distlock.provider=etcd"));
		Path folder = Files.createTempDirectory("shop-etcd");
		String endpoint = "http://127.0.0.1:" + FreePorts.next();
		String peer = "http://127.0.0.1:" + FreePorts.next();
		ServerProcess server = ServerProcess.start("etcd",
				List.of(program.toString(), "--data-dir", folder.toString(), "--listen-client-urls", endpoint,
						"--advertise-client-urls", endpoint, "--listen-peer-urls", peer,
						"--initial-advertise-peer-urls", peer, "--initial-cluster", "default=" + peer),
				() -> answers(endpoint));
		return new SharedEtcd(server, folder, endpoint);
	}

	/**
	 * Find the program.
	 */
	static Optional<Path> program() {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((folder) -> Path.of(folder, "etcd"))
			.filter(Files::isRegularFile)
			.filter(Files::isExecutable)
			.findFirst();
	}

	private static boolean answers(String endpoint) {
		try {
			HttpURLConnection health = (HttpURLConnection) URI.create(endpoint + "/health").toURL().openConnection();
			return new String(health.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains("true");
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public Map<String, String> properties() {
		return Map.of("distlock.etcd.endpoints", this.endpoint);
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		FileSystemUtils.deleteRecursively(this.folder);
	}

}
