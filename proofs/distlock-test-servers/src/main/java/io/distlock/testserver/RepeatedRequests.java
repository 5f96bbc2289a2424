/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
