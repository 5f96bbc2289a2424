// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConsulClientTests {

	private static final String PATH = "status/leader";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final AtomicBoolean broken = new AtomicBoolean(true);

	private HttpServer agent;

	@BeforeEach
	void start() throws IOException {
		this.agent = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.agent.createContext("/v1/", (exchange) -> {
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		this.agent.start();
	}

	@AfterEach
	void stop() {
		this.agent.stop(0);
	}

	@Test
	void requestFailsWhoseTokenCannotBeRead() {
		ConsulClient client = new ConsulClient(HttpClient.newHttpClient(), address(), () -> {
			if (this.broken.get()) {
				throw new IllegalStateException("No token");
			}
			return "token";
		});
		assertThat(client.put(PATH, "")).failsWithin(PATIENCE).withThrowableThat().withMessageContaining("No token");
		assertThat(client.watch(PATH, PATIENCE)).failsWithin(PATIENCE);
		this.broken.set(false);
		assertThat(client.put(PATH, "")).succeedsWithin(PATIENCE).returns(200, ConsulAnswer::status);
	}

	@Test
	void requestsThatCannotBeSentLeaveRoomForOthers() {
		HttpClient http = HttpClient.newBuilder().executor((task) -> {
			if (this.broken.get()) {
				throw new IllegalStateException("No thread");
			}
			ForkJoinPool.commonPool().execute(task);
		}).build();
		ConsulClient client = new ConsulClient(http, address(), () -> "");
		for (int i = 0; i < 100; i++) {
			assertThat(client.get(PATH)).failsWithin(PATIENCE);
		}
		this.broken.set(false);
		assertThat(client.get(PATH)).succeedsWithin(PATIENCE).returns(200, ConsulAnswer::status);
	}

	/**
	 * The timeout of Java's client ends with the head of an answer.
	 */
	@Test
	void answersThatStopInTheMiddleFailAndLeaveRoomForOthers() {
		this.agent.createContext("/v1/cut", (exchange) -> {
			exchange.sendResponseHeaders(200, 10);
			exchange.getResponseBody().write('{');
			exchange.getResponseBody().flush();
		});
		ConsulClient client = ConsulClient.of(address());
		List<CompletableFuture<ConsulAnswer>> cut = IntStream.range(0, 70)
			.mapToObj((i) -> client.put("cut", ""))
			.toList();
		assertThat(CompletableFuture.allOf(cut.toArray(CompletableFuture[]::new))).failsWithin(PATIENCE);
		assertThat(client.get(PATH)).succeedsWithin(PATIENCE).returns(200, ConsulAnswer::status);
	}

	private URI address() {
		return URI.create("http://127.0.0.1:" + this.agent.getAddress().getPort());
	}

}
