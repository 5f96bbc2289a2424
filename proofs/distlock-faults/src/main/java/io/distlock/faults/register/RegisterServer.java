// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.register;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The register for other processes, over TCP: a line for each attempt, and a line for
 * each answer, which is the value or {@value #STALE}. It is as independent of the store
 * under test as data are.
 *
 * @since 0.1.0
 */
public final class RegisterServer implements AutoCloseable {

	static final String STALE = "stale";

	private final GuardedRegister register;

	private final ServerSocket listening;

	/**
	 * Start the server on a free port of this machine.
	 * @param register what it gives access to
	 */
	public RegisterServer(GuardedRegister register) {
		this.register = register;
		try {
			this.listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	/**
	 * Return where it listens.
	 * @return the port
	 */
	public int port() {
		return this.listening.getLocalPort();
	}

	@Override
	public void close() throws IOException {
		this.listening.close();
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listening.accept();
			start(() -> serve(client));
		}
	}

	private void serve(Socket socket) throws IOException {
		try (socket) {
			socket.setTcpNoDelay(true);
			BufferedReader lines = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
			OutputStream answers = socket.getOutputStream();
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				answers.write(answer(line).getBytes(StandardCharsets.UTF_8));
			}
		}
	}

	private String answer(String line) {
		Long value = this.register.decide(RegisterAttempt.parse(line));
		return ((value != null) ? value : STALE) + "\n";
	}

	private static void start(IoTask task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// The other side is gone, or this server is closed.
			}
		}, "register");
		thread.setDaemon(true);
		thread.start();
	}

	private interface IoTask {

		void run() throws IOException;

	}

}
