// SPDX-License-Identifier: Apache-2.0

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

	/**
	 * Return the number of nodes in the tree.
	 */
	long nodes() throws IOException {
		return number("Node count");
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
