package io.distlock.testserver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One connection through a relay.
 */
final class RelayLink {

	private static final int GREETING = 64;

	private final ByteArrayOutputStream greeting = new ByteArrayOutputStream();

	private final Socket client;

	private final Socket server;

	private final Consumer<RelayLink> ended;

	RelayLink(Socket client, Socket server, Consumer<RelayLink> ended) throws IOException {
		this.client = client;
		this.server = server;
		this.ended = ended;
		client.setTcpNoDelay(true);
		server.setTcpNoDelay(true);
	}

	void start(RelayGate requests, RelayGate answers, BooleanSupplier losesAnswer) {
		start(() -> copy(this.client, this.server, (bytes, length) -> {
			requests.pass();
			return true;
		}));
		start(() -> copy(this.server, this.client, (bytes, length) -> {
			greet(bytes, length);
			answers.pass();
			return !losesAnswer.getAsBoolean();
		}));
	}

	synchronized byte[] greeting() {
		return this.greeting.toByteArray();
	}

	private synchronized void greet(byte[] bytes, int length) {
		int room = GREETING - this.greeting.size();
		this.greeting.write(bytes, 0, Math.min(room, length));
	}

	private void copy(Socket from, Socket to, Filter filter) throws IOException {
		try {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			byte[] buffer = new byte[65_536];
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				if (!filter.passes(buffer, length)) {
					return;
				}
				out.write(buffer, 0, length);
			}
		}
		finally {
			reset();
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

		boolean passes(byte[] bytes, int length);

	}

	interface IoTask {

		void run() throws IOException;

	}

}
