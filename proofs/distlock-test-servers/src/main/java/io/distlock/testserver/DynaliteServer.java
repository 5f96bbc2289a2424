// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Dynalite, which answers as Amazon DynamoDB does, on a random loopback port, if this
 * machine has Node.js and npm, which install it once. Tests may kill, freeze and start it
 * again; it keeps its port and its tables.
 */
public final class DynaliteServer extends ServerProcess {

	/**
	 * The version that is installed.
	 */
	public static final String VERSION = "4.0.0";

	/**
	 * By itself it ends with the first connection that is reset, and Node.js may tell a
	 * time that has passed before the request was sent.
	 */
	private static final String SCRIPT = """
			process.on('uncaughtException', (failure) => console.log(failure))
			const server = require(process.argv[2])({
				path: process.argv[4], createTableMs: 0, deleteTableMs: 0
			})
			server.prependListener('request', (request, response) => {
				response.setHeader('Date', new Date().toUTCString())
			})
			server.listen(Number(process.argv[3]), '127.0.0.1')
			""";

	private final Path module;

	private DynaliteServer(Path module) {
		super(ServerFiles.newDataFolderInMemory("dynalite"));
		this.module = module;
	}

	/**
	 * Return the server that all tests of this JVM share; no test may stop it.
	 * @return the running server
	 */
	public static DynaliteServer shared() {
		module();
		return Shared.SERVER;
	}

	/**
	 * Start a server, or skip the test where there is no Node.js.
	 * @return the running server
	 */
	public static DynaliteServer start() {
		DynaliteServer server = new DynaliteServer(module());
		server.restart();
		return server;
	}

	/**
	 * Return whether this machine has Dynalite, or can install it.
	 * @return {@code true} if it can be started
	 */
	public static boolean isAvailable() {
		return installed().isPresent();
	}

	private static Path module() {
		return OptionalTool.DYNALITE.require(installed());
	}

	private static Optional<Path> installed() {
		return OptionalTool.DYNALITE.isHidden() ? Optional.empty() : Installed.MODULE;
	}

	@Override
	protected List<String> command() {
		return List.of("node", write("server.js", SCRIPT).toString(), this.module.toString(), String.valueOf(port()),
				data().toString());
	}

	/**
	 * Return where clients find the server.
	 * @return its URL
	 */
	public String url() {
		return "http://127.0.0.1:" + port();
	}

	/**
	 * Any status is an answer, and what is not signed is refused.
	 */
	@Override
	protected boolean answers() {
		try {
			HttpURLConnection connection = (HttpURLConnection) URI.create(url()).toURL().openConnection();
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(2000);
			return connection.getResponseCode() > 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static final class Installed {

		private static final Optional<Path> MODULE = OptionalTool.DYNALITE.program().flatMap((node) -> byNpm());

		/**
		 * Install the server beside the programs of other servers, unless a former run
		 * did.
		 */
		private static Optional<Path> byNpm() {
			try {
				Path folder = ServerFiles.programs("dynalite-" + VERSION,
						(empty) -> Lifeline.run(List.of("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts",
								"--prefix", empty.toString(), "dynalite@" + VERSION), empty.resolve("npm.log"),
								Map.of()));
				return Optional.of(folder.resolve(Path.of("node_modules", "dynalite")));
			}
			catch (RuntimeException ex) {
				System.out.println("npm did not install Dynalite: " + ex.getMessage());
				return Optional.empty();
			}
		}

	}

	private static final class Shared {

		private static final DynaliteServer SERVER = start();

	}

}
