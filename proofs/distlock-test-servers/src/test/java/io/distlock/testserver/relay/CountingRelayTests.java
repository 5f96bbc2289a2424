// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link CountingRelay} counts, and how late things are that go through it.
 */
@Tag("timing")
class CountingRelayTests {

	private ServerSocket server;

	@BeforeEach
	void start() throws IOException {
		this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		RelayLink.start(() -> {
			while (true) {
				Socket client = this.server.accept();
				RelayLink.start(() -> client.getInputStream().transferTo(client.getOutputStream()));
			}
		});
	}

	@AfterEach
	void stop() throws IOException {
		this.server.close();
	}

	@Test
	void countsRoundTripsAndNotRequests() throws IOException {
		try (CountingRelay relay = new CountingRelay(this.server.getLocalPort()); Client client = new Client(relay)) {
			client.send("one");
			client.hear();
			client.send("two", "three");
			client.hear();
			client.hear();
			assertThat(relay.roundTrips()).isEqualTo(2);
		}
	}

	@Test
	void answerTakesAsLongAsBothWays() throws IOException {
		Duration oneWay = Duration.ofMillis(30);
		try (CountingRelay relay = new CountingRelay(this.server.getLocalPort(), oneWay);
				Client client = new Client(relay)) {
			long before = System.nanoTime();
			client.send("one");
			assertThat(client.hear()).isEqualTo("one");
			assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(2 * oneWay.toNanos());
			assertThat(relay.roundTrips()).isOne();
		}
	}

	@Test
	void whatIsSentLaterDoesNotWaitForWhatIsOnItsWay() throws Exception {
		Duration oneWay = Duration.ofMillis(100);
		int requests = 50;
		try (CountingRelay relay = new CountingRelay(this.server.getLocalPort(), oneWay);
				Client client = new Client(relay)) {
			long before = System.nanoTime();
			for (int request = 0; request < requests; request++) {
				client.send("request " + request);
				Thread.sleep(1);
			}
			for (int request = 0; request < requests; request++) {
				assertThat(client.hear()).isEqualTo("request " + request);
			}
			assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(oneWay.multipliedBy(requests / 2));
		}
	}

	private static final class Client implements AutoCloseable {

		private final Socket socket;

		private final BufferedReader answers;

		Client(CountingRelay relay) throws IOException {
			this.socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
			this.socket.setTcpNoDelay(true);
			this.socket.setSoTimeout(10_000);
			this.answers = new BufferedReader(new InputStreamReader(this.socket.getInputStream()));
		}

		void send(String... lines) throws IOException {
			OutputStream out = this.socket.getOutputStream();
			out.write((String.join("\n", lines) + "\n").getBytes());
		}

		String hear() throws IOException {
			return this.answers.readLine();
		}

		@Override
		public void close() throws IOException {
			this.socket.close();
		}

	}

}
