// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.consul;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

import io.distlock.benchmark.measure.Contestant;

/**
 * A key that is acquired by a session, and deleted.
 */
final class ConsulFloor implements Contestant {

	private static final String DATA = "x".repeat(40);

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final String url;

	private final String session;

	ConsulFloor(String url) throws IOException, InterruptedException {
		this.url = url;
		this.session = send("PUT", "/v1/session/create", "").replaceAll(".*\"ID\":\\s*\"([^\"]+)\".*", "$1").strip();
	}

	@Override
	public String name() {
		return FLOOR + "acquire, delete";
	}

	@Override
	public void cycle(String key) throws Exception {
		String path = "/v1/kv/floor/" + key.replace(':', '/') + '/' + UUID.randomUUID();
		String acquired = send("PUT", path + "?acquire=" + this.session, DATA);
		if (!acquired.strip().equals("true")) {
			throw new IllegalStateException("Consul did not lock: " + acquired);
		}
		send("DELETE", path, "");
	}

	private String send(String method, String path, String body) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.url + path))
			.method(method, BodyPublishers.ofString(body))
			.build();
		return this.client.send(request, BodyHandlers.ofString()).body();
	}

	@Override
	public void close() throws IOException, InterruptedException {
		send("PUT", "/v1/session/destroy/" + this.session, "");
	}

}
