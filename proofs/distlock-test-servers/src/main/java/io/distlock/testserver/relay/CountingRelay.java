// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a server as a network does: what they say arrives a while
 * later, however much is on its way. Counts how often the client speaks after the server
 * has: the round trips that it waits for.
 */
public final class CountingRelay implements AutoCloseable {

	private final AtomicInteger roundTrips = new AtomicInteger();

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final ServerSocket listening;

	private final int target;

	private final Duration oneWay;

	/**
	 * Start a relay that passes on at once what it hears.
	 * @param target the server's port on this machine
	 */
	public CountingRelay(int target) {
		this(target, Duration.ZERO);
	}

	/**
	 * Start a relay.
	 * @param target the server's port on this machine
	 * @param oneWay how long it takes from one side to the other
	 */
	public CountingRelay(int target, Duration oneWay) {
		try {
			this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.target = target;
		this.oneWay = oneWay;
		start(this::accept);
	}

	public int port() {
		return this.listening.getLocalPort();
	}

	/**
	 * Return how many round trips there were so far, over all connections.
	 */
	public int roundTrips() {
		return this.roundTrips.get();
	}

	@Override
	public void close() throws IOException {
		this.listening.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listening.accept();
			Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
			this.sockets.addAll(List.of(client, server));
			Turn turn = new Turn();
			connect(client, server, () -> turn.client(this.roundTrips));
			connect(server, client, turn::server);
		}
	}

	private void connect(Socket from, Socket to, Runnable heard) {
		if (this.oneWay.isZero()) {
			start(() -> copy(from, to, heard));
			return;
		}
		DelayLine line = new DelayLine(this.oneWay);
		start(() -> {
			try {
				read(from, (buffer, length) -> {
					heard.run();
					line.send(buffer, length);
				});
			}
			finally {
				line.end();
			}
		});
		start(() -> line.deliverTo(to));
	}

	private static void copy(Socket from, Socket to, Runnable heard) throws IOException {
		try (Socket closed = from; OutputStream out = to.getOutputStream()) {
			read(from, (buffer, length) -> {
				heard.run();
				out.write(buffer, 0, length);
			});
		}
	}

	private static void read(Socket from, Heard heard) throws IOException {
		InputStream in = from.getInputStream();
		byte[] buffer = new byte[65_536];
		for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
			heard.pass(buffer, length);
		}
	}

	private static void start(IoTask task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// One side has closed its connection, so this relay is done with it.
			}
		}, "counting-relay");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * Whose turn it is on one connection.
	 */
	private static final class Turn {

		private boolean serverSpokeLast = true;

		synchronized void client(AtomicInteger roundTrips) {
			if (this.serverSpokeLast) {
				roundTrips.incrementAndGet();
			}
			this.serverSpokeLast = false;
		}

		synchronized void server() {
			this.serverSpokeLast = true;
		}

	}

	private interface Heard {

		void pass(byte[] buffer, int length) throws IOException;

	}

	private interface IoTask {

		void run() throws IOException;

	}

}
