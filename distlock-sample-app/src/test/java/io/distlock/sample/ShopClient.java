// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Talks to the shop as a customer would.
 */
public class ShopClient {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final String JSON = "application/json";

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final JsonMapper json = new JsonMapper();

	private final List<URI> nodes;

	public ShopClient(List<URI> nodes) {
		this.nodes = nodes;
	}

	public HttpResponse<String> order(String item, String customer) {
		return send(0, "/orders", FORM, "item=" + item + "&customer=" + customer).join();
	}

	public HttpResponse<String> postJson(String path, String body) {
		return send(0, path, JSON, body).join();
	}

	public HttpResponse<String> postForm(String path, String body) {
		return send(0, path, FORM, body).join();
	}

	public List<CompletableFuture<HttpResponse<String>>> orders(String item, int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> send(i, "/orders", FORM, "item=" + item + "&customer=customer-" + i))
			.toList();
	}

	public List<Integer> statuses(String item, int orders) {
		return orders(item, orders).stream().map((answer) -> answer.join().statusCode()).toList();
	}

	/**
	 * Post as many requests at once, to all nodes in turn.
	 */
	public List<HttpResponse<String>> postToAll(String path, int count) {
		List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, count)
			.mapToObj((i) -> send(i, path, FORM, ""))
			.toList();
		return answers.stream().map(CompletableFuture::join).toList();
	}

	public CompletableFuture<HttpResponse<String>> post(String path) {
		return send(0, path, FORM, "");
	}

	public int put(String path) {
		HttpRequest request = HttpRequest.newBuilder(this.nodes.get(0).resolve(path))
			.timeout(PATIENCE)
			.PUT(BodyPublishers.noBody())
			.build();
		return this.client.sendAsync(request, BodyHandlers.ofString()).join().statusCode();
	}

	public JsonNode read(String path) {
		return this.json.readTree(get(path).body());
	}

	public JsonNode json(HttpResponse<String> answer) {
		return this.json.readTree(answer.body());
	}

	public JsonNode state(String item) {
		return this.json.readTree(get("/state?item=" + item).body());
	}

	public HttpResponse<String> get(String path) {
		HttpRequest request = HttpRequest.newBuilder(this.nodes.get(0).resolve(path)).timeout(PATIENCE).build();
		return this.client.sendAsync(request, BodyHandlers.ofString()).join();
	}

	private CompletableFuture<HttpResponse<String>> send(int node, String path, String type, String body) {
		URI address = this.nodes.get(node % this.nodes.size()).resolve(path);
		HttpRequest request = HttpRequest.newBuilder(address)
			.timeout(PATIENCE)
			.header("Content-Type", type)
			.POST(BodyPublishers.ofString(body))
			.build();
		return this.client.sendAsync(request, BodyHandlers.ofString());
	}

}
