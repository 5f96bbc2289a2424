// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Address of a Consul agent, and the client's credentials. By default an agent accepts
 * 200 connections of an address, and closes the others. So excess requests wait here.
 *
 * @since 0.1.0
 */
public final class ConsulClient {

	private static final Duration PATIENCE = Duration.ofSeconds(4);

	/**
	 * How much longer than its head an answer may take.
	 */
	private static final Duration BODY = Duration.ofMillis(500);

	private static final int MOST_REQUESTS = 64;

	private static final int MOST_WATCHES = 64;

	private final Semaphore requests = new Semaphore(MOST_REQUESTS);

	private final Semaphore watches = new Semaphore(MOST_WATCHES);

	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	private final HttpClient http;

	private final URI address;

	private final Supplier<String> token;

	/**
	 * Create a client. It sends nothing yet.
	 * @param http sends requests, encrypted as it is set up; never closed here
	 * @param address the agent, such as {@code http://localhost:8500}
	 * @param token asked for the ACL token of each request; an empty one is not sent
	 */
	public ConsulClient(HttpClient http, URI address, Supplier<String> token) {
		this.http = http;
		this.address = address;
		this.token = token;
	}

	/**
	 * Create a client for an agent on plain HTTP that asks for no token.
	 * @param address the agent, such as {@code http://localhost:8500}
	 * @return the client
	 */
	public static ConsulClient of(URI address) {
		return new ConsulClient(HttpClient.newBuilder().connectTimeout(PATIENCE).build(), address, () -> "");
	}

	CompletableFuture<ConsulAnswer> get(String path) {
		return orFailed(() -> send(request(path, PATIENCE).GET().build()));
	}

	/**
	 * Ask for something that the agent answers late, at once, for one of the
	 * {@link #watches()}.
	 */
	CompletableFuture<ConsulAnswer> watch(String path, Duration patience) {
		return orFailed(() -> exchange(request(path, patience).GET().build()));
	}

	/**
	 * Return how many more watches there may be.
	 */
	Semaphore watches() {
		return this.watches;
	}

	CompletableFuture<ConsulAnswer> put(String path, String body) {
		return orFailed(() -> send(request(path, PATIENCE).PUT(BodyPublishers.ofString(body)).build()));
	}

	/**
	 * A request that cannot be sent fails like one that is not answered.
	 */
	private static CompletableFuture<ConsulAnswer> orFailed(Supplier<CompletableFuture<ConsulAnswer>> request) {
		try {
			return request.get();
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private HttpRequest.Builder request(String path, Duration patience) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.address.resolve("/v1/" + path))
			.version(HttpClient.Version.HTTP_1_1)
			.timeout(patience);
		String token = this.token.get();
		return token.isEmpty() ? request : request.header("X-Consul-Token", token);
	}

	private CompletableFuture<ConsulAnswer> send(HttpRequest request) {
		CompletableFuture<ConsulAnswer> answer = new CompletableFuture<>();
		this.waiting.add(() -> send(request, answer));
		sendNext();
		return answer;
	}

	private void send(HttpRequest request, CompletableFuture<ConsulAnswer> answer) {
		orFailed(() -> exchange(request)).whenComplete((response, failure) -> {
			this.requests.release();
			sendNext();
			if (failure != null) {
				answer.completeExceptionally(failure);
			}
			else {
				answer.complete(response);
			}
		});
	}

	/**
	 * Send a request. Its answer comes on a thread of the client. The future that the
	 * client itself returns is completed in the common pool, which an application may
	 * have blocked. Its timeout ends with the head of an answer.
	 */
	private CompletableFuture<ConsulAnswer> exchange(HttpRequest request) {
		CompletableFuture<ConsulAnswer> answer = new CompletableFuture<>();
		CompletableFuture<?> exchange = this.http.sendAsync(request,
				(head) -> BodySubscribers.mapping(BodySubscribers.ofString(StandardCharsets.UTF_8),
						(body) -> answer.complete(ConsulAnswer.of(head, body))));
		exchange.whenComplete((done, failure) -> {
			if (failure != null) {
				answer.completeExceptionally(failure);
			}
		});
		answer.whenComplete((done, failure) -> {
			if (failure != null) {
				exchange.cancel(true);
			}
		});
		Duration patience = request.timeout().orElse(PATIENCE).plus(BODY);
		return answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void sendNext() {
		while (!this.waiting.isEmpty() && this.requests.tryAcquire()) {
			Runnable next = this.waiting.poll();
			if (next != null) {
				next.run();
			}
			else {
				this.requests.release();
			}
		}
	}

}
