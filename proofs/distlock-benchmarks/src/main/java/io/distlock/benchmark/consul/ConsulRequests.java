// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.consul;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Plain requests to Consul, over the client of the JDK.
 */
final class ConsulRequests {

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final String url;

	ConsulRequests(String url) {
		this.url = url;
	}

	/**
	 * Create a session that lasts as long as the agent, or until it is destroyed.
	 */
	String session() throws IOException, InterruptedException {
		return send("PUT", "/v1/session/create", "").body().replaceAll("(?s).*\"ID\":\\s*\"([^\"]+)\".*", "$1");
	}

	boolean acquire(String path, String session, String data) throws IOException, InterruptedException {
		return send("PUT", path + "?acquire=" + session, data).body().strip().equals("true");
	}

	HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.url + path))
			.method(method, BodyPublishers.ofString(body))
			.build();
		return this.client.send(request, BodyHandlers.ofString());
	}

}
