// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks at the emails of the shop as the page does: at whichever node answers.
 */
public class EmailClient {

	private static final Duration PATIENCE = Duration.ofSeconds(3);

	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(PATIENCE)
		.build();

	private final JsonMapper json = new JsonMapper();

	private final List<URI> nodes;

	public EmailClient(List<URI> nodes) {
		this.nodes = nodes;
	}

	/**
	 * Read something, from the first node that answers.
	 * @param path what to read
	 * @return what the node said, empty if none answered
	 */
	public Optional<JsonNode> read(String path) {
		return this.nodes.stream().flatMap((node) -> answer(node, path).stream()).findFirst();
	}

	/**
	 * Return how many emails the latest fire time has, if a run of it succeeded.
	 */
	public int emailsOfASuccessfulRun() {
		return read("/email").filter(EmailClient::hasSucceeded).map((state) -> state.get("mails").size()).orElse(0);
	}

	private static boolean hasSucceeded(JsonNode state) {
		return state.get("runs")
			.valueStream()
			.filter((run) -> run.get("fireTime").equals(state.get("shownFireTime")))
			.anyMatch((run) -> run.get("outcome").asString().equals("SUCCEEDED"));
	}

	private Optional<JsonNode> answer(URI node, String path) {
		try {
			HttpResponse<String> answer = send(HttpRequest.newBuilder(node.resolve(path)).timeout(PATIENCE).build());
			return (answer.statusCode() == 200) ? Optional.of(this.json.readTree(answer.body())) : Optional.empty();
		}
		catch (CompletionException ex) {
			return Optional.empty();
		}
	}

	private HttpResponse<String> send(HttpRequest request) {
		return this.client.sendAsync(request, BodyHandlers.ofString()).join();
	}

}
