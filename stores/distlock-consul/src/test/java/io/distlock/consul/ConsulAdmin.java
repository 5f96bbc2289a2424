/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
