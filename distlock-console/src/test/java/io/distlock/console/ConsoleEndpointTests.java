// SPDX-License-Identifier: Apache-2.0

package io.distlock.console;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console as an endpoint: where it is, what it sends, and what it asks for.
 */
class ConsoleEndpointTests {

	private static final int MOST_BYTES = 60 * 1024;

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
	void pageAndItsFilesAreBesideTheOtherEndpoints(WebApplicationType type) throws Exception {
		try (Operated node = Operated.open(type)) {
			HttpResponse<String> page = get(node.uri("/actuator/distlock"));
			assertThat(page.statusCode()).isEqualTo(200);
			assertThat(page.headers().firstValue("Content-Type"))
				.hasValueSatisfying((content) -> assertThat(content).isEqualToIgnoringCase("text/html;charset=UTF-8"));
			assertThat(page.body())
				.contains("data-clusterjobs=\"clusterjobs\"", "data-locks=\"locks\"", "data-leaders=\"leaders\"",
						"href=\"distlock/console.css\"", "src=\"distlock/console.js\"")
				.doesNotContain("{{", "<style", "style=", "onclick", "://");
			assertSafe(page);
			HttpResponse<String> script = get(node.uri("/actuator/distlock/console.js"));
			assertThat(script.headers().firstValue("Content-Type").orElse("")).startsWith("text/javascript");
			assertThat(script.body()).doesNotContain("innerHTML", "insertAdjacentHTML", "eval(", "https://");
			assertSafe(script);
			HttpResponse<String> style = get(node.uri("/actuator/distlock/console.css"));
			assertThat(style.headers().firstValue("Content-Type").orElse("")).startsWith("text/css");
			assertSafe(style);
			assertThat(page.body().length() + script.body().length() + style.body().length()).isLessThan(MOST_BYTES);
			for (String unknown : List.of("console.html", "ConsoleEndpoint.class", "..%2F..%2Fapplication.yml")) {
				assertThat(get(node.uri("/actuator/distlock/" + unknown)).statusCode()).as(unknown).isBetween(400, 404);
			}
			assertThat(get(node.uri("/actuator/clusterjobs")).headers().map())
				.doesNotContainKey("Content-Security-Policy");
		}
	}

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
	void pageFollowsPortBasePathAndMappings(WebApplicationType type) throws Exception {
		try (Operated node = Operated.open(type, "--management.server.port=0", "--management.server.base-path=/ctx",
				"--management.endpoints.web.base-path=/manage",
				"--management.endpoints.web.path-mapping.distlock=ops/console",
				"--management.endpoints.web.path-mapping.locks=all/locks",
				"--management.endpoints.web.exposure.include=distlock,locks")) {
			HttpResponse<String> page = get(node.uri("/ctx/manage/ops/console"));
			assertThat(page.statusCode()).isEqualTo(200);
			assertThat(page.body())
				.contains("data-locks=\"../all/locks\"", "href=\"console/console.css\"", "src=\"console/console.js\"")
				.doesNotContain("data-clusterjobs", "data-leaders");
			assertSafe(page);
			assertThat(get(node.uri("/ctx/manage/ops/console/console.js")).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void consoleThatIsNotExposedIsNotThere() throws Exception {
		try (Operated node = Operated.open(WebApplicationType.SERVLET,
				"--management.endpoints.web.exposure.include=health")) {
			assertThat(get(node.uri("/actuator/distlock")).statusCode()).isEqualTo(404);
			assertThat(get(node.uri("/actuator/health")).headers().map()).doesNotContainKey("Content-Security-Policy");
		}
	}

	private static void assertSafe(HttpResponse<?> response) {
		assertThat(response.headers().firstValue("Content-Security-Policy"))
			.hasValueSatisfying((policy) -> assertThat(policy)
				.contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
				.doesNotContain("unsafe"));
		assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
		assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
	}

	private static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
		return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
	}

}
