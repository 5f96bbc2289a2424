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
 * Address of a Consul agent, with the client's credentials. By default an agent accepts
 * 200 connections per address and closes further connections, so excess requests wait in
 * this client.
 *
 * @since 0.1.0
 */
public final class ConsulClient {

	private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(4);

	/**
	 * Maximum time between the headers and the end of an answer.
	 */
	private static final Duration BODY = Duration.ofMillis(500);

	private static final int MAX_REQUESTS = 64;

	private static final int MAX_WATCHES = 64;

	private final Semaphore requests = new Semaphore(MAX_REQUESTS);

	private final Semaphore watches = new Semaphore(MAX_WATCHES);

	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	private final HttpClient http;

	private final URI address;

	private final Supplier<String> token;

	/**
	 * Create a client. Sends no request yet.
	 * @param http sends requests, with the configured encryption; never closed by this
	 * client
	 * @param address the agent, such as {@code http://localhost:8500}
	 * @param token supplies the ACL token for each request; an empty token is not sent
	 */
	public ConsulClient(HttpClient http, URI address, Supplier<String> token) {
		this.http = http;
		this.address = address;
		this.token = token;
	}

	/**
	 * Create a client for an agent with plain HTTP and without a token.
	 * @param address the agent, such as {@code http://localhost:8500}
	 * @return the client
	 */
	public static ConsulClient of(URI address) {
		return new ConsulClient(HttpClient.newBuilder().connectTimeout(REQUEST_TIMEOUT).build(), address, () -> "");
	}

	CompletableFuture<ConsulAnswer> get(String path) {
		return orFailed(() -> send(request(path, REQUEST_TIMEOUT).GET().build()));
	}

	/**
	 * Send a blocking query at once, counted among the {@link #watches()}.
	 */
	CompletableFuture<ConsulAnswer> watch(String path, Duration patience) {
		return orFailed(() -> exchange(request(path, patience).GET().build()));
	}

	/**
	 * Return the permits for further watches.
	 */
	Semaphore watches() {
		return this.watches;
	}

	CompletableFuture<ConsulAnswer> put(String path, String body) {
		return orFailed(() -> send(request(path, REQUEST_TIMEOUT).PUT(BodyPublishers.ofString(body)).build()));
	}

	/**
	 * Return a failed future for a request that cannot be sent.
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
	 * Send a request. The answer is delivered on a thread of this client: the future of
	 * the HTTP client is completed in the common pool, which the application may have
	 * blocked, and its timeout ends with the headers of an answer.
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
		Duration patience = request.timeout().orElse(REQUEST_TIMEOUT).plus(BODY);
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
