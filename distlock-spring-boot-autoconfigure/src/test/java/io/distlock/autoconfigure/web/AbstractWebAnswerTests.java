// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.web;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What a client of a real server reads that got no lock.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("timing")
abstract class AbstractWebAnswerTests {

	private final HttpClient client = HttpClient.newHttpClient();

	private ConfigurableApplicationContext context;

	private HeldLock other;

	abstract Class<?> application();

	abstract WebApplicationType type();

	@BeforeAll
	void start() {
		this.context = new SpringApplicationBuilder(application()).web(type())
			.run("--server.port=0", "--spring.main.banner-mode=off",
					"--spring.messages.basename=io/distlock/autoconfigure/web/messages",
					"--spring.messages.fallback-to-system-locale=false");
		this.other = this.context.getBean(LockTemplate.class)
			.acquireAsync(LockRequest.of("stock:secret-7"))
			.toCompletableFuture()
			.join();
	}

	@AfterAll
	void stop() {
		this.other.close();
		this.context.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "busy", "waiting", "future", "mono", "flux", "functional" })
	void busyLockIsAConflictThatMayBeTriedAgain(String path) {
		HttpResponse<String> answer = get(path + "/secret-7");
		assertProblem(answer, 409, "Conflict");
		assertThat(answer.body()).doesNotContain("secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "busy", "waiting", "future", "mono", "flux", "functional" })
	void freeLockIsNoProblem(String path) {
		HttpResponse<String> answer = get(path + "/8");
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.body()).contains("sold 8");
	}

	@ParameterizedTest
	@ValueSource(strings = { "down", "down-mono", "down-functional" })
	void storeThatDoesNotAnswerIsUnavailable(String path) {
		HttpResponse<String> answer = get(path + "/secret-7");
		assertProblem(answer, 503, "Service Unavailable");
		assertThat(answer.body()).doesNotContainIgnoringCase("secret").doesNotContainIgnoringCase("table");
	}

	@ParameterizedTest
	@CsvSource({ "busy, Konflikt, bearbeitet dasselbe", "waiting, Konflikt, bearbeitet dasselbe",
			"future, Konflikt, bearbeitet dasselbe", "mono, Konflikt, bearbeitet dasselbe",
			"flux, Konflikt, bearbeitet dasselbe", "functional, Konflikt, bearbeitet dasselbe",
			"not-leader, Konflikt, bearbeitet dasselbe", "down, Dienst gestört, nichts getan",
			"down-mono, Dienst gestört, nichts getan", "key, Ungültige Anfrage, unbrauchbar" })
	void answerIsInTheLanguageOfTheClient(String path, String title, String detail) {
		HttpResponse<String> answer = get(path + "/secret-7", "*/*", "de-AT,en;q=0.5");
		assertThat(JsonPath.<String>read(answer.body(), "title")).isEqualTo(title);
		assertThat(JsonPath.<String>read(answer.body(), "detail")).contains(detail);
		assertThat(JsonPath.<Map<String, Object>>read(answer.body(), "$")).containsOnlyKeys("status", "title",
				"detail");
	}

	@Test
	void languageWithoutTranslationGetsTheAnswerAsItIs() {
		assertProblem(get("busy/secret-7", "*/*", "ko"), 409, "Conflict");
	}

	@Test
	void browserGetsTheErrorPageOfTheApplication() {
		HttpResponse<String> answer = get("busy/secret-7", "text/html,application/xhtml+xml,*/*;q=0.8");
		assertThat(answer.statusCode()).isEqualTo(409);
		assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
		assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
		assertThat(answer.body()).containsIgnoringCase("<html").doesNotContain("secret");
	}

	@Test
	void handlerOfAControllerWins() {
		HttpResponse<String> answer = get("own/busy/secret-7");
		assertThat(answer.statusCode()).isEqualTo(423);
		assertThat(answer.body()).isEqualTo("own handler");
	}

	@Test
	void adviceOfTheApplicationWins() {
		HttpResponse<String> answer = get("advised/busy/secret-7");
		assertThat(answer.statusCode()).isEqualTo(429);
		assertThat(answer.body()).isEqualTo("own advice");
	}

	@Test
	void exceptionOfTheApplicationKeepsItsStatusWhateverItsCause() {
		assertThat(get("own-status/secret-7").statusCode()).isEqualTo(402);
	}

	@Test
	void keyThatCannotBeLockedIsABadRequest() {
		HttpResponse<String> answer = get("key/secret-7");
		assertThat(answer.statusCode()).isEqualTo(400);
		assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(JsonPath.<Map<String, Object>>read(answer.body(), "$")).containsOnlyKeys("status", "title",
				"detail");
		assertThat(answer.body()).doesNotContain("secret");
	}

	@Test
	void otherFailuresOfLocksAreThoseOfTheApplication() {
		HttpResponse<String> answer = get("lost/secret-7");
		assertThat(answer.statusCode()).isEqualTo(500);
		assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
	}

	@Test
	void answerThatHasBegunIsCutOff() {
		assertThatIllegalStateException().isThrownBy(() -> get("stream/secret-7"))
			.withCauseInstanceOf(IOException.class);
	}

	private static void assertProblem(HttpResponse<String> answer, int status, String title) {
		assertThat(answer.statusCode()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(JsonPath.<Map<String, Object>>read(answer.body(), "$")).containsOnlyKeys("status", "title",
				"detail");
		assertThat(JsonPath.<Integer>read(answer.body(), "status")).isEqualTo(status);
		assertThat(JsonPath.<String>read(answer.body(), "title")).isEqualTo(title);
		assertThat(JsonPath.<String>read(answer.body(), "detail")).contains("Try again later");
	}

	private HttpResponse<String> get(String path) {
		return get(path, "*/*");
	}

	private HttpResponse<String> get(String path, String accept) {
		return get(path, accept, "en");
	}

	private HttpResponse<String> get(String path, String accept, String language) {
		String port = this.context.getEnvironment().getProperty("local.server.port");
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:%s/%s".formatted(port, path)))
			.header("Accept", accept)
			.header("Accept-Language", language)
			.build();
		try {
			return this.client.send(request, BodyHandlers.ofString());
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
