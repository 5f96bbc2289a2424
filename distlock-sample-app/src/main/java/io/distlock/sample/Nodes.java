// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The nodes of the shop, asked over HTTP whether they are there.
 */
@Component
public class Nodes {

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(PATIENCE)
		.build();

	private final JsonMapper json;

	private volatile List<URI> addresses;

	Nodes(ShopProperties properties, JsonMapper json) {
		this.addresses = properties.nodes();
		this.json = json;
	}

	@EventListener
	void started(WebServerInitializedEvent event) {
		if (this.addresses.isEmpty()) {
			this.addresses = List.of(URI.create("http://localhost:" + event.getWebServer().getPort()));
		}
	}

	List<URI> addresses() {
		return this.addresses;
	}

	List<Answer> ask() {
		List<CompletableFuture<Answer>> answers = this.addresses.stream().map(this::ask).toList();
		return answers.stream().map(CompletableFuture::join).toList();
	}

	/**
	 * Return the process of a node.
	 * @param name the name of the node
	 * @return its process id; empty if it does not answer
	 */
	public OptionalLong pid(String name) {
		return ask().stream()
			.flatMap((answer) -> answer.node().stream())
			.filter((node) -> node.name().equals(name))
			.mapToLong(Node::pid)
			.findFirst();
	}

	/**
	 * Return whether all nodes answer.
	 * @return whether they do
	 */
	public boolean allAnswer() {
		return ask().stream().allMatch((answer) -> answer.node().isPresent());
	}

	/**
	 * Return the processes of all nodes that answer.
	 * @return their process ids
	 */
	public LongStream pids() {
		return ask().stream().flatMap((answer) -> answer.node().stream()).mapToLong(Node::pid);
	}

	private CompletableFuture<Answer> ask(URI address) {
		HttpRequest request = HttpRequest.newBuilder(address.resolve("/node")).timeout(PATIENCE).build();
		return this.client.sendAsync(request, BodyHandlers.ofByteArray())
			.thenApply((response) -> new Answer(address, Optional.of(this.json.readValue(response.body(), Node.class))))
			.exceptionally((ex) -> new Answer(address, Optional.empty()));
	}

	/**
	 * What a node answered.
	 *
	 * @param address where it was asked
	 * @param node what it said, empty if it did not answer in time
	 */
	record Answer(URI address, Optional<Node> node) {

	}

}
