// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * One connection through a relay.
 */
final class RelayLink {

	private static final int GREETING = 64;

	/**
	 * How clients of Redis and of PostgreSQL say that they listen.
	 */
	private static final Pattern LISTEN = Pattern.compile("\\b[ps]?subscribe\\b|\\blisten\\b",
			Pattern.CASE_INSENSITIVE);

	/**
	 * A connection on which a client listens is used for nothing else before.
	 */
	private static final int FIRST_REQUESTS = 50;

	private final ByteArrayOutputStream greeting = new ByteArrayOutputStream();

	private final Socket client;

	private final Socket server;

	private final Consumer<RelayLink> ended;

	private volatile boolean listening;

	private volatile boolean requestsDropped;

	private volatile boolean answersDropped;

	private int requests;

	RelayLink(Socket client, Socket server, Consumer<RelayLink> ended) throws IOException {
		this.client = client;
		this.server = server;
		this.ended = ended;
		client.setTcpNoDelay(true);
		server.setTcpNoDelay(true);
	}

	void start(RelayGate requests, RelayGate answers, BooleanSupplier losesAnswer, BooleanSupplier repeats,
			BooleanSupplier silences) {
		start(() -> {
			try (RepeatedRequests repeated = new RepeatedRequests(this.server.getPort(),
					RepeatedRequests.PATIENCE_MILLIS)) {
				copy(this.client, this.server, () -> this.requestsDropped, (bytes, length) -> {
					listenTo(bytes, length, silences);
					requests.pass();
					if (repeats.getAsBoolean() && !this.listening) {
						repeated.send(bytes, length);
					}
					return true;
				});
			}
			finally {
				reset();
			}
		});
		start(() -> {
			try {
				copy(this.server, this.client, () -> this.answersDropped, (bytes, length) -> {
					greet(bytes, length);
					answers.pass();
					return !losesAnswer.getAsBoolean();
				});
			}
			finally {
				if (!this.answersDropped) {
					reset();
				}
			}
		});
	}

	boolean isListening() {
		return this.listening;
	}

	boolean isSilent() {
		return this.answersDropped;
	}

	/**
	 * Pass nothing on any more, not even the end of the server's side.
	 */
	void silence() {
		this.requestsDropped = true;
		this.answersDropped = true;
	}

	/**
	 * Drop answers from now on, and the end of the server's side. Requests take effect.
	 */
	void silenceAnswers() {
		this.answersDropped = true;
	}

	private void listenTo(byte[] bytes, int length, BooleanSupplier silences) {
		if (!this.listening && this.requests < FIRST_REQUESTS) {
			this.requests++;
			this.listening = LISTEN.matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)).find();
			if (this.listening && silences.getAsBoolean()) {
				silence();
			}
		}
	}

	synchronized byte[] greeting() {
		return this.greeting.toByteArray();
	}

	private synchronized void greet(byte[] bytes, int length) {
		int room = GREETING - this.greeting.size();
		this.greeting.write(bytes, 0, Math.min(room, length));
	}

	private void copy(Socket from, Socket to, BooleanSupplier dropped, Filter filter) throws IOException {
		InputStream in = from.getInputStream();
		OutputStream out = to.getOutputStream();
		byte[] buffer = new byte[65_536];
		for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
			if (!filter.passes(buffer, length)) {
				return;
			}
			if (!dropped.getAsBoolean()) {
				out.write(buffer, 0, length);
			}
		}
	}

	/**
	 * Close the connection to the client in order.
	 */
	void end() {
		try {
			this.client.close();
		}
		catch (IOException ex) {
			// It is closed already.
		}
	}

	void reset() {
		reset(this.client);
		reset(this.server);
		this.ended.accept(this);
	}

	static void reset(Socket socket) {
		try {
			socket.setSoLinger(true, 0);
		}
		catch (IOException ex) {
			// It is closed already.
		}
		try {
			socket.close();
		}
		catch (IOException ex) {
			// It is as closed as it gets.
		}
	}

	static void start(IoTask task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// One side has closed its connection, so this relay is done with it.
			}
		}, "faulty-relay");
		thread.setDaemon(true);
		thread.start();
	}

	private interface Filter {

		boolean passes(byte[] bytes, int length) throws IOException;

	}

	interface IoTask {

		void run() throws IOException;

	}

}
