// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.NullUnmarked;

/**
 * One connection to a Redis server, with which tests do what an operator would: it speaks
 * the protocol itself, so that no client's cleverness stands between. Used by one thread
 * at a time.
 */
@NullUnmarked
public final class RedisConsole implements AutoCloseable {

	private final Socket socket = new Socket();

	private final InputStream replies;

	/**
	 * Connect.
	 * @param port a port of this machine
	 * @param timeout for the connection and for each reply
	 */
	public RedisConsole(int port, Duration timeout) {
		try {
			this.socket.connect(new InetSocketAddress("127.0.0.1", port), (int) timeout.toMillis());
			this.socket.setSoTimeout((int) timeout.toMillis());
			this.socket.setTcpNoDelay(true);
			this.replies = new BufferedInputStream(this.socket.getInputStream());
		}
		catch (IOException ex) {
			close();
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Send a command and wait for the reply.
	 * @param command the command and its arguments
	 * @return a {@code String}, {@code Long} or {@code List}; {@code null} for a nil
	 * reply
	 * @throws ErrorReply if the server answered with an error
	 */
	public Object send(Object... command) {
		try {
			this.socket.getOutputStream().write(encoded(command));
			return reply();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Wait for another reply, as there is one after a message.
	 * @return the reply
	 */
	public Object receive() {
		try {
			return reply();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Send commands in one go, and wait for all replies.
	 * @param commands the commands, each with its arguments
	 * @return the reply of each, as {@link #send} returns it
	 * @throws ErrorReply if the server answered one with an error; the connection is of
	 * no use after that
	 */
	public List<Object> pipeline(List<Object[]> commands) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		commands.forEach((command) -> bytes.writeBytes(encoded(command)));
		try {
			bytes.writeTo(this.socket.getOutputStream());
			List<Object> replies = new ArrayList<>(commands.size());
			for (int i = 0; i < commands.size(); i++) {
				replies.add(reply());
			}
			return replies;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static byte[] encoded(Object[] command) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
		for (Object argument : command) {
			byte[] text = argument.toString().getBytes(StandardCharsets.UTF_8);
			bytes.writeBytes(("$" + text.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
			bytes.writeBytes(text);
			bytes.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
		}
		return bytes.toByteArray();
	}

	private Object reply() throws IOException {
		String line = line();
		String rest = line.substring(1);
		return switch (line.charAt(0)) {
			case '+' -> rest;
			case '-' -> throw new ErrorReply(rest);
			case ':' -> Long.valueOf(rest);
			case '$' -> bulk(Integer.parseInt(rest));
			case '*' -> array(Integer.parseInt(rest));
			default -> throw new IOException("Not a reply of Redis: " + line);
		};
	}

	private String bulk(int length) throws IOException {
		if (length < 0) {
			return null;
		}
		byte[] content = this.replies.readNBytes(length);
		line();
		return new String(content, StandardCharsets.UTF_8);
	}

	private List<Object> array(int length) throws IOException {
		List<Object> elements = new ArrayList<>();
		for (int i = 0; i < length; i++) {
			elements.add(reply());
		}
		return elements;
	}

	private String line() throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		for (int next = this.replies.read(); next != '\n'; next = this.replies.read()) {
			if (next < 0) {
				throw new EOFException("The server closed the connection");
			}
			bytes.write(next);
		}
		return bytes.toString(StandardCharsets.UTF_8).stripTrailing();
	}

	/**
	 * An error that the server answered with.
	 */
	public static final class ErrorReply extends RuntimeException {

		ErrorReply(String message) {
			super(message);
		}

	}

}
