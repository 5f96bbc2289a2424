// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

import io.distlock.testserver.ConsulServer;

/**
 * An operator, who may do everything.
 */
final class ConsulAdmin {

	private final HttpClient http = HttpClient.newHttpClient();

	private final String url;

	ConsulAdmin(String url) {
		this.url = url;
	}

	HttpResponse<String> send(String method, String path, String body) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.url + path))
			.version(HttpClient.Version.HTTP_1_1)
			.header("X-Consul-Token", ConsulServer.MANAGEMENT_TOKEN)
			.method(method, BodyPublishers.ofString(body))
			.build();
		try {
			return this.http.send(request, BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	static String encoded(String key) {
		return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
	}

}
