// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that {@link RepeatedRequests} sends.
 */
class RepeatedRequestsTests {

	private static final String HEAD = "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n";

	private static final String BODY = "{}";

	private static final int PATIENCE_MILLIS = (int) TimeUnit.MINUTES.toMillis(10);

	private static final int LONGEST_READ_MILLIS = (int) TimeUnit.MINUTES.toMillis(1);

	@Test
	void bodyFollowsTheHeadWithoutAnAnswerInBetween() throws IOException {
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				RepeatedRequests repeated = new RepeatedRequests(server.getLocalPort(), PATIENCE_MILLIS)) {
			RelayLink.start(() -> {
				repeated.send(HEAD.getBytes(), HEAD.length());
				repeated.send(BODY.getBytes(), BODY.length());
			});
			try (Socket client = server.accept()) {
				client.setSoTimeout(LONGEST_READ_MILLIS);
				assertThat(new String(client.getInputStream().readNBytes(HEAD.length() + BODY.length())))
					.isEqualTo(HEAD + BODY);
			}
		}
	}

}
