// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import com.jayway.jsonpath.JsonPath;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * Talks to the endpoints of an application over its port.
 */
public final class Http {

	private final HttpClient client = HttpClient.newHttpClient();

	private final String base;

	public Http(ConfigurableApplicationContext context) {
		this.base = "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/";
	}

	public Answer get(String path) {
		return send(request(path).GET());
	}

	public Answer delete(String path) {
		return send(request(path).DELETE());
	}

	public Answer post(String path, String json) {
		return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(this.base + path));
	}

	private Answer send(HttpRequest.Builder request) {
		try {
			HttpResponse<String> answer = this.client.send(request.build(), BodyHandlers.ofString());
			return new Answer(answer.statusCode(), answer.body());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * An answer.
	 *
	 * @param status its status
	 * @param body its body
	 */
	public record Answer(int status, String body) {

		/**
		 * Read something of the body.
		 */
		public <T> T at(String path) {
			return JsonPath.read(this.body, path);
		}

	}

}
