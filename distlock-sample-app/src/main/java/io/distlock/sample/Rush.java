// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Service;

/**
 * Many customers at once: sends orders to all nodes in turn without waiting for answers
 * in between.
 */
@Service
class Rush {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final Nodes nodes;

	private final JsonMapper json;

	Rush(Nodes nodes, JsonMapper json) {
		this.nodes = nodes;
		this.json = json;
	}

	Tally send(String item, int orders, boolean unlocked) {
		List<URI> addresses = this.nodes.addresses();
		List<CompletableFuture<Outcome>> outcomes = IntStream.range(0, orders)
			.mapToObj((i) -> send(addresses.get(i % addresses.size()),
					new OrderForm(item, "customer " + (i + 1), unlocked)))
			.toList();
		return Tally.of(outcomes.stream().map(CompletableFuture::join).toList());
	}

	private CompletableFuture<Outcome> send(URI address, OrderForm order) {
		HttpRequest request = HttpRequest.newBuilder(address.resolve("/orders"))
			.timeout(PATIENCE)
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofByteArray(this.json.writeValueAsBytes(order)))
			.build();
		return this.client.sendAsync(request, BodyHandlers.discarding())
			.thenApply((response) -> Outcome.of(response.statusCode()))
			.exceptionally((ex) -> Outcome.FAILED);
	}

	/**
	 * What became of an order.
	 */
	enum Outcome {

		SOLD, SOLD_OUT, BUSY, FAILED;

		private static final Map<Integer, Outcome> BY_STATUS = Map.of(201, SOLD, 409, SOLD_OUT, 503, BUSY);

		static Outcome of(int status) {
			return BY_STATUS.getOrDefault(status, FAILED);
		}

	}

	/**
	 * What became of all orders.
	 *
	 * @param sold how many were taken
	 * @param soldOut how many came too late
	 * @param busy how many did not get the lock in time
	 * @param failed how many were not answered, or with an error
	 */
	record Tally(long sold, long soldOut, long busy, long failed) {

		static Tally of(List<Outcome> outcomes) {
			return new Tally(count(outcomes, Outcome.SOLD), count(outcomes, Outcome.SOLD_OUT),
					count(outcomes, Outcome.BUSY), count(outcomes, Outcome.FAILED));
		}

		private static long count(List<Outcome> outcomes, Outcome wanted) {
			return outcomes.stream().filter((outcome) -> outcome == wanted).count();
		}

	}

}
