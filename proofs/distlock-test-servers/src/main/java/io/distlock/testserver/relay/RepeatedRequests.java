// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a server on a connection of their own before they are sent again, and
 * waits for an answer, which no one hears.
 */
final class RepeatedRequests implements AutoCloseable {

	static final int PATIENCE_MILLIS = 1000;

	/**
	 * Clients of HTTP send the body in a packet of its own, and servers answer that.
	 */
	private static final Pattern HEAD = Pattern.compile("[A-Z]+ \\S+ HTTP/.*content-length: [1-9].*\r\n\r\n",
			Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

	private final byte[] answer = new byte[65_536];

	private final int target;

	private final int patienceMillis;

	private @Nullable Socket server;

	RepeatedRequests(int target, int patienceMillis) {
		this.target = target;
		this.patienceMillis = patienceMillis;
	}

	void send(byte[] bytes, int length) throws IOException {
		Socket server = this.server;
		if (server == null) {
			server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			this.server = server;
			server.setTcpNoDelay(true);
			server.setSoTimeout(this.patienceMillis);
		}
		server.getOutputStream().write(bytes, 0, length);
		if (HEAD.matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)).matches()) {
			return;
		}
		try {
			server.getInputStream().read(this.answer);
		}
		catch (SocketTimeoutException ex) {
			// There is a request that has no answer yet, such as one that waits.
		}
	}

	@Override
	public void close() {
		if (this.server != null) {
			RelayLink.reset(this.server);
		}
	}

}
