// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Azurite, which answers as Azure Blob Storage does and keeps all in memory, on a random
 * loopback port, if this machine has it, or Node.js and npm, which install it once. Tests
 * may kill, freeze and start it again; it keeps its port.
 */
public final class AzuriteServer extends ServerProcess {

	/**
	 * The version that is installed where there is none.
	 */
	public static final String VERSION = "3.35.0";

	private static final String ACCOUNT = "distlock";

	private static final String ACCOUNT_KEY = Base64.getEncoder()
		.encodeToString("the key of a test".getBytes(StandardCharsets.UTF_8));

	private final Path program;

	private AzuriteServer(Path program) {
		super(ServerFiles.newDataFolderInMemory("azurite"));
		this.program = program;
	}

	/**
	 * Return the server that all tests of this JVM share; no test may stop it.
	 * @return the running server
	 */
	public static AzuriteServer shared() {
		program();
		return Shared.SERVER;
	}

	/**
	 * Start a server, or skip the test where there is no Azurite.
	 * @return the running server
	 */
	public static AzuriteServer start() {
		AzuriteServer server = new AzuriteServer(program());
		server.restart();
		return server;
	}

	/**
	 * Return whether this machine has Azurite, or can install it.
	 * @return {@code true} if it can be started
	 */
	public static boolean isAvailable() {
		return installed().isPresent();
	}

	private static Path program() {
		return OptionalTool.AZURITE.require(installed());
	}

	private static Optional<Path> installed() {
		return OptionalTool.AZURITE.isHidden() ? Optional.empty() : Installed.PROGRAM;
	}

	@Override
	protected List<String> command() {
		return List.of(this.program.toString(), "--blobHost", "127.0.0.1", "--blobPort", String.valueOf(port()),
				"--inMemoryPersistence", "--skipApiVersionCheck", "--silent", "--disableTelemetry");
	}

	@Override
	protected Map<String, String> environment() {
		return Map.of("AZURITE_ACCOUNTS", ACCOUNT + ":" + ACCOUNT_KEY);
	}

	/**
	 * Return how clients find the server.
	 * @return its connection string
	 */
	public String connectionString() {
		return connectionString(port());
	}

	/**
	 * Return how clients find the server behind a relay.
	 * @param port the port of the relay
	 * @return the connection string
	 */
	public String connectionString(int port) {
		return "DefaultEndpointsProtocol=http;AccountName=%1$s;AccountKey=%2$s;BlobEndpoint=http://127.0.0.1:%3$d/%1$s;"
			.formatted(ACCOUNT, ACCOUNT_KEY, port);
	}

	/**
	 * Any status is an answer, and what is not signed is refused.
	 */
	@Override
	protected boolean answers() {
		try {
			HttpURLConnection connection = (HttpURLConnection) URI
				.create("http://127.0.0.1:%d/%s".formatted(port(), ACCOUNT))
				.toURL()
				.openConnection();
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(2000);
			return connection.getResponseCode() > 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static final class Installed {

		private static final Optional<Path> PROGRAM = OptionalTool.AZURITE.program().or(Installed::byNpm);

		/**
		 * Install the server beside the programs of other servers, unless a former run
		 * did.
		 */
		private static Optional<Path> byNpm() {
			try {
				Path folder = ServerFiles.programs("azurite-" + VERSION,
						(empty) -> Lifeline.run(List.of("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts",
								"--prefix", empty.toString(), "azurite@" + VERSION), empty.resolve("npm.log"),
								Map.of()));
				return Optional.of(folder.resolve(Path.of("node_modules", ".bin", "azurite-blob")));
			}
			catch (RuntimeException ex) {
				System.out.println("npm did not install Azurite: " + ex.getMessage());
				return Optional.empty();
			}
		}

	}

	private static final class Shared {

		private static final AzuriteServer SERVER = start();

	}

}
