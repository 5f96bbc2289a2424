// SPDX-License-Identifier: Apache-2.0

package io.distlock.console;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
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

	private static final Pattern META = Pattern
		.compile("csrf-header\" content=\"([^\"]+)\">\\s*<meta name=\"csrf-token\" content=\"([^\"]+)\"");

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

	@Test
	void principalWhoPausesAJobIsKeptWithIt() throws Exception {
		try (Operated node = Operated.secured()) {
			HttpResponse<String> page = get(node.uri("/actuator/distlock"), "operator", null);
			Matcher meta = META.matcher(page.body());
			assertThat(meta.find()).isTrue();
			String session = page.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
			HttpRequest pause = HttpRequest.newBuilder(node.uri("/actuator/clusterjobs/broken"))
				.header("Authorization", basic("operator"))
				.header("Cookie", session)
				.header(meta.group(1), meta.group(2))
				.header("Content-Type", "application/json")
				.POST(BodyPublishers.ofString("{\"action\": \"pause\", \"reason\": \"on fire\"}"))
				.build();
			assertThat(CLIENT.send(pause, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
			assertThat(get(node.uri("/actuator/clusterjobs/broken"), "reader", session).body())
				.contains("\"pausedBy\":\"operator\"", "\"pauseReason\":\"on fire\"");
		}
	}

	private static String basic(String user) {
		return "Basic " + Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
	}

	private static HttpResponse<String> get(URI uri, String user, @Nullable String session)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(uri).header("Authorization", basic(user));
		if (session != null) {
			request.header("Cookie", session);
		}
		return CLIENT.send(request.build(), BodyHandlers.ofString());
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
