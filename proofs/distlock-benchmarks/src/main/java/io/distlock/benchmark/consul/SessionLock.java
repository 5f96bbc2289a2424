// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.consul;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.benchmark.measure.Locker;

/**
 * The lock that the guide of Consul describes, written by hand: a session acquires a key
 * and releases it, and who waits asks for the next change of the key. Nothing is renewed,
 * and there is no token.
 *
 * @see <a href="https://developer.hashicorp.com/consul/docs/dynamic-app-config/sessions">
 * Sessions in Consul</a>
 */
final class SessionLock implements Locker {

	static final String NAME = "session by hand";

	private final ConsulRequests requests;

	// Threads of one session would hold a key together.
	private final Map<Thread, String> sessions = new ConcurrentHashMap<>();

	SessionLock(String url) {
		this.requests = new ConsulRequests(url);
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public AutoCloseable lock(String key) throws Exception {
		String path = "/v1/kv/by-hand/" + key.replace(':', '/');
		String session = this.sessions.computeIfAbsent(Thread.currentThread(), (thread) -> create());
		while (!this.requests.acquire(path, session, "")) {
			awaitRelease(path);
		}
		return () -> this.requests.send("PUT", path + "?release=" + session, "");
	}

	private void awaitRelease(String path) throws IOException, InterruptedException {
		HttpResponse<String> seen = this.requests.send("GET", path, "");
		if (seen.body().contains("\"Session\"")) {
			String index = seen.headers().firstValue("X-Consul-Index").orElseThrow();
			this.requests.send("GET", path + "?wait=10s&index=" + index, "");
		}
	}

	private String create() {
		try {
			return this.requests.session();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() throws Exception {
		for (String session : this.sessions.values()) {
			this.requests.send("PUT", "/v1/session/destroy/" + session, "");
		}
	}

}
