// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that are free now. They are below those that systems give to connections, one of
 * which might take a port before the process that it was chosen for starts.
 */
final class FreePorts {

	private static final int FIRST = 12_000;

	private static final int LAST = 32_000;

	private FreePorts() {
	}

	static int next() throws IOException {
		try (ServerSocket probe = probe()) {
			return probe.getLocalPort();
		}
	}

	static ServerSocket probe() throws IOException {
		while (true) {
			try {
				return new ServerSocket(ThreadLocalRandom.current().nextInt(FIRST, LAST), 1,
						InetAddress.getLoopbackAddress());
			}
			catch (BindException ex) {
				// Another one, then.
			}
		}
	}

}
