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

package io.distlock.benchmark.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Reads a number from what a ZooKeeper server says about itself.
 *
 * @param port where it is
 */
record ZooKeeperStats(int port) {

	/**
	 * Return the packets that clients have sent.
	 */
	long received() throws IOException {
		return number("Received");
	}

	/**
	 * Return the open connections, with the one that asks.
	 */
	long connections() throws IOException {
		return number("Connections");
	}

	/**
	 * Return the number of the last transaction, in the low bits.
	 */
	long lastTransaction() throws IOException {
		return number("Zxid");
	}

	private long number(String name) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).lines()
				.filter((line) -> line.startsWith(name + ": "))
				.mapToLong((line) -> Long.decode(line.substring(name.length() + 2).strip()))
				.findFirst()
				.orElseThrow();
		}
	}

}
