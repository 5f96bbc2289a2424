// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * Sends requests to a server on a connection of their own before they are sent again, and
 * waits for an answer, which no one hears.
 */
final class RepeatedRequests implements AutoCloseable {

	private static final int PATIENCE_MILLIS = 1000;

	private final byte[] answer = new byte[65_536];

	private final int target;

	private Socket server;

	RepeatedRequests(int target) {
		this.target = target;
	}

	void send(byte[] bytes, int length) throws IOException {
		if (this.server == null) {
			this.server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			this.server.setTcpNoDelay(true);
			this.server.setSoTimeout(PATIENCE_MILLIS);
		}
		this.server.getOutputStream().write(bytes, 0, length);
		try {
			this.server.getInputStream().read(this.answer);
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
