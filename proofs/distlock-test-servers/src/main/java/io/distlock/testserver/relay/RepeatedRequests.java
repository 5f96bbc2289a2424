// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a server on a connection of their own before they are sent again, and
 * waits for an answer, which no one hears.
 */
final class RepeatedRequests implements AutoCloseable {

	private static final int PATIENCE_MILLIS = 1000;

	private final byte[] answer = new byte[65_536];

	private final int target;

	private @Nullable Socket server;

	RepeatedRequests(int target) {
		this.target = target;
	}

	void send(byte[] bytes, int length) throws IOException {
		Socket server = this.server;
		if (server == null) {
			server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			this.server = server;
			server.setTcpNoDelay(true);
			server.setSoTimeout(PATIENCE_MILLIS);
		}
		server.getOutputStream().write(bytes, 0, length);
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
