// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import io.distlock.contract.LineContract.Wire;

/**
 * Counts the requests of a client, and holds some of them back: for as long as a network
 * may, so that they arrive after others which were sent later.
 */
final class HeldBackHttp extends HttpClient implements Wire {

	private final HttpClient http = HttpClient.newHttpClient();

	private final List<String> sent = new CopyOnWriteArrayList<>();

	private final List<Runnable> heldBack = new CopyOnWriteArrayList<>();

	private final AtomicInteger toHoldBack = new AtomicInteger();

	private volatile String toHoldBackBelow = "none";

	@Override
	public void holdBack(int transactions) {
		this.toHoldBack.set(transactions);
	}

	@Override
	public void holdBackEnds() {
		holdBackBelow("session/destroy/");
	}

	/**
	 * Hold back all requests whose paths begin so.
	 */
	void holdBackBelow(String path) {
		this.toHoldBackBelow = "/v1/" + path;
	}

	@Override
	public void letGo() {
		holdBackBelow("none");
		this.toHoldBack.set(0);
		List<Runnable> all = new ArrayList<>(this.heldBack);
		this.heldBack.removeAll(all);
		all.forEach(Runnable::run);
	}

	@Override
	public boolean isHoldingBack() {
		return !this.heldBack.isEmpty();
	}

	/**
	 * Return how many requests of a path were sent.
	 */
	long count(String path) {
		return this.sent.stream().filter((one) -> one.startsWith("/v1/" + path)).count();
	}

	@Override
	public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
		this.sent.add(request.uri().getPath());
		String path = request.uri().getPath();
		boolean held = path.startsWith(this.toHoldBackBelow)
				|| (path.startsWith("/v1/txn") && this.toHoldBack.getAndUpdate((left) -> Math.max(0, left - 1)) > 0);
		if (!held) {
			return this.http.sendAsync(request, handler);
		}
		CompletableFuture<HttpResponse<T>> answer = new CompletableFuture<>();
		this.heldBack.add(() -> answer.complete(this.http.sendAsync(request, handler).join()));
		CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS)
			.execute(() -> answer.completeExceptionally(new HttpTimeoutException("No answer to " + path)));
		return answer;
	}

	@Override
	public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler,
			PushPromiseHandler<T> pushes) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
			throws IOException, InterruptedException {
		return this.http.send(request, handler);
	}

	@Override
	public Optional<CookieHandler> cookieHandler() {
		return this.http.cookieHandler();
	}

	@Override
	public Optional<Duration> connectTimeout() {
		return this.http.connectTimeout();
	}

	@Override
	public Redirect followRedirects() {
		return this.http.followRedirects();
	}

	@Override
	public Optional<ProxySelector> proxy() {
		return this.http.proxy();
	}

	@Override
	public SSLContext sslContext() {
		return this.http.sslContext();
	}

	@Override
	public SSLParameters sslParameters() {
		return this.http.sslParameters();
	}

	@Override
	public Optional<Authenticator> authenticator() {
		return this.http.authenticator();
	}

	@Override
	public Version version() {
		return this.http.version();
	}

	@Override
	public Optional<Executor> executor() {
		return this.http.executor();
	}

}
