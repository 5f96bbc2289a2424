// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.register;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * One connection to the register. Used by one thread at a time.
 *
 * @since 0.1.0
 */
public final class RegisterClient implements AutoCloseable {

	private final String node;

	private final Socket socket;

	private final BufferedReader answers;

	/**
	 * Connect.
	 * @param node who asks
	 * @param port where the register listens on this machine
	 * @throws IOException if it does not
	 */
	public RegisterClient(String node, int port) throws IOException {
		this.node = node;
		this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.socket.setTcpNoDelay(true);
		this.answers = new BufferedReader(new InputStreamReader(this.socket.getInputStream(), StandardCharsets.UTF_8));
	}

	/**
	 * Read a resource.
	 * @param resource its name
	 * @param op the attempt that got the lock
	 * @param token its fencing token
	 * @return the value, or nothing if a higher token was there before
	 * @throws IOException if the register does not answer
	 */
	public OptionalLong read(String resource, long op, long token) throws IOException {
		return ask(resource, op, token, null);
	}

	/**
	 * Write a resource.
	 * @param resource its name
	 * @param op the attempt that got the lock
	 * @param token its fencing token
	 * @param value the value
	 * @return whether it was accepted, and not refused because a higher token was there
	 * before
	 * @throws IOException if the register does not answer
	 */
	public boolean write(String resource, long op, long token, long value) throws IOException {
		return ask(resource, op, token, value).isPresent();
	}

	private OptionalLong ask(String resource, long op, long token, @Nullable Long value) throws IOException {
		String line = new RegisterAttempt(this.node, op, token, resource, value).line() + "\n";
		this.socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
		String answer = this.answers.readLine();
		if (answer == null) {
			throw new EOFException("The register has closed the connection");
		}
		return RegisterServer.STALE.equals(answer) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(answer));
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
