// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.testserver.redis.RedisServer;

/**
 * Reads the lines of {@code MONITOR}, one for each command:
 * {@code +1700000000.000001 [0 127.0.0.1:6379] "PING"}, or {@code [0 lua]} for what a
 * script calls.
 */
final class RedisMonitor implements CommandCounter.Counting {

	private final String end = UUID.randomUUID().toString();

	private final RedisServer server;

	private final Socket socket;

	private final CompletableFuture<Long> calls;

	RedisMonitor(RedisServer server) throws IOException {
		this.server = server;
		this.socket = new Socket(server.host(), server.port());
		this.socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
		BufferedReader lines = new BufferedReader(
				new InputStreamReader(this.socket.getInputStream(), StandardCharsets.ISO_8859_1));
		if (!"+OK".equals(lines.readLine())) {
			throw new IOException("Redis does not let itself be monitored");
		}
		this.calls = CompletableFuture.supplyAsync(() -> count(lines), (task) -> new Thread(task).start());
	}

	private long count(BufferedReader lines) {
		try {
			long calls = 0;
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				if (line.contains(this.end)) {
					return calls;
				}
				calls += line.startsWith(" lua]", line.indexOf('[') + 2) ? 0 : 1;
			}
			throw new IllegalStateException("Redis closed the connection that monitored it");
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Send a mark of one's own, and wait until it is seen: then all before it has been.
	 */
	@Override
	public long stop() throws Exception {
		try (Socket open = this.socket) {
			this.server.send("ECHO", this.end);
			return this.calls.get();
		}
	}

}
