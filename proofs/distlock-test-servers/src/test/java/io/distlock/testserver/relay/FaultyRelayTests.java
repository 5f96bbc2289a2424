// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What {@link FaultyRelay} does to a server that repeats each line.
 */
@Tag("timing")
class FaultyRelayTests {

	private static final int SHORT = 200;

	private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

	private ServerSocket server;

	private FaultyRelay relay;

	@BeforeEach
	void start() throws IOException {
		this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		RelayLink.start(() -> {
			while (true) {
				Socket client = this.server.accept();
				RelayLink.start(() -> repeat(client));
			}
		});
		this.relay = new FaultyRelay(this.server.getLocalPort());
	}

	@AfterEach
	void stop() throws IOException {
		this.relay.close();
		this.server.close();
	}

	@Test
	void passesRequestsAndAnswers() throws IOException {
		try (Client client = new Client()) {
			assertThat(client.ask("one")).isEqualTo("one");
			assertThat(this.relay.connections()).isEqualTo(1);
			assertThat(this.relay.greetings()).containsExactly("one\n".getBytes());
		}
	}

	@Test
	void clientThatVanishedIsNotHeardAndDoesNotComeBack() throws Exception {
		try (Client client = new Client()) {
			client.ask("one");
			this.heard.clear();
			this.relay.vanish();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client.askBriefly("two"));
			assertThat(this.heard).isEmpty();
			assertThat(this.relay.connections()).isOne();
		}
		try (Client again = new Client()) {
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> again.ask("three"));
		}
	}

	@Test
	void requestThatWasHeldBackArrivesLate() throws Exception {
		try (Client client = new Client()) {
			client.ask("one");
			this.heard.clear();
			this.relay.holdRequests();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client.askBriefly("two"));
			assertThat(this.heard).isEmpty();
			this.relay.heal();
			assertThat(this.heard.poll(60, TimeUnit.SECONDS)).isEqualTo("two");
		}
	}

	@Test
	void answerIsHeldBackAndTheRequestTakesEffect() throws Exception {
		try (Client client = new Client()) {
			this.relay.holdAnswers();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client.askBriefly("one"));
			assertThat(this.heard.poll(60, TimeUnit.SECONDS)).isEqualTo("one");
			this.relay.heal();
			assertThat(client.answer()).isEqualTo("one");
		}
	}

	@Test
	void lostAnswerResetsTheConnectionAfterTheRequestTookEffect() throws Exception {
		try (Client client = new Client()) {
			this.relay.loseAnswers(1);
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> client.ask("one"));
			assertThat(this.heard.poll(60, TimeUnit.SECONDS)).isEqualTo("one");
		}
		try (Client client = new Client()) {
			assertThat(client.ask("two")).isEqualTo("two");
		}
	}

	@Test
	void delayHoldsUpBothDirections() throws IOException {
		try (Client client = new Client()) {
			this.relay.delay(Duration.ofMillis(60));
			long start = System.nanoTime();
			assertThat(client.ask("one")).isEqualTo("one");
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(120));
		}
	}

	@Test
	void answersThatWereHeldBackPassWhileRequestsAreHeldBack() throws Exception {
		try (Client client = new Client()) {
			this.relay.holdAnswers();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client.askBriefly("one"));
			this.relay.holdRequests();
			this.relay.passAnswers();
			assertThat(client.answer()).isEqualTo("one");
			this.heard.clear();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client.askBriefly("two"));
			assertThat(this.heard).isEmpty();
		}
	}

	@Test
	void silentConnectionStaysHalfOpenWhileNewOnesAreWell() throws Exception {
		try (Client listener = new Client(); Client client = new Client()) {
			assertThat(listener.ask("SUBSCRIBE news")).isEqualTo("SUBSCRIBE news");
			assertThat(client.ask("one")).isEqualTo("one");
			assertThat(this.relay.silence(true)).isEqualTo(1);
			this.heard.clear();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> listener.askBriefly("two"));
			assertThat(client.ask("three")).isEqualTo("three");
			assertThat(this.heard).containsExactly("three");
			assertThat(this.relay.silence(false)).isEqualTo(1);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> client.askBriefly("four"));
			this.relay.heal();
			assertThatExceptionOfType(SocketException.class).isThrownBy(listener::answer);
		}
		try (Client client = new Client()) {
			assertThat(client.ask("five")).isEqualTo("five");
		}
	}

	@Test
	void repeatedRequestIsHeardTwiceAndAnsweredOnce() throws Exception {
		try (Client client = new Client()) {
			client.ask("one");
			this.heard.clear();
			this.relay.repeatRequests();
			assertThat(client.ask("two")).isEqualTo("two");
			this.relay.heal();
			assertThat(client.ask("three")).isEqualTo("three");
			assertThat(this.heard).containsExactly("two", "two", "three");
		}
	}

	@Test
	void refusedConnectionsAreResetUntilItHeals() throws IOException {
		try (Client client = new Client()) {
			client.ask("one");
			this.relay.refuse();
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> client.ask("two"));
		}
		this.relay.heal();
		try (Client client = new Client()) {
			assertThat(client.ask("three")).isEqualTo("three");
		}
	}

	private void repeat(Socket client) throws IOException {
		BufferedReader lines = new BufferedReader(new InputStreamReader(client.getInputStream()));
		for (String line = lines.readLine(); line != null; line = lines.readLine()) {
			this.heard.add(line);
			client.getOutputStream().write((line + "\n").getBytes());
		}
	}

	private final class Client implements AutoCloseable {

		private final Socket socket;

		private final BufferedReader answers;

		private Client() throws IOException {
			this.socket = new Socket(InetAddress.getLoopbackAddress(), FaultyRelayTests.this.relay.port());
			this.socket.setSoTimeout(10_000);
			this.answers = new BufferedReader(new InputStreamReader(this.socket.getInputStream()));
		}

		private String ask(String line) throws IOException {
			this.socket.getOutputStream().write((line + "\n").getBytes());
			return this.answers.readLine();
		}

		private String askBriefly(String line) throws IOException {
			this.socket.setSoTimeout(SHORT);
			try {
				return ask(line);
			}
			finally {
				this.socket.setSoTimeout(10_000);
			}
		}

		private String answer() throws IOException {
			return this.answers.readLine();
		}

		@Override
		public void close() throws IOException {
			this.socket.close();
		}

	}

}
