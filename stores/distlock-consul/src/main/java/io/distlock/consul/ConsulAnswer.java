// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

import io.distlock.line.Line;
import io.distlock.line.LineStore.Entry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answer of an agent.
 *
 * @param status the HTTP status
 * @param index the state of the store, zero if unknown
 * @param text the body
 */
record ConsulAnswer(int status, long index, String text) {

	private static final int OK = 200;

	private static final int FORBIDDEN = 403;

	private static final int NOT_FOUND = 404;

	private static final int CONFLICT = 409;

	private static final JsonMapper JSON = JsonMapper.shared();

	static ConsulAnswer of(ResponseInfo head, String body) {
		long index = head.headers().firstValueAsLong("X-Consul-Index").orElse(0);
		return new ConsulAnswer(head.statusCode(), index, body);
	}

	/**
	 * Return this answer of a successful request.
	 * @throws Refusal if the request was refused
	 */
	ConsulAnswer fulfilled() {
		if (this.status != OK) {
			throw new Refusal(this.status, this.text);
		}
		return this;
	}

	boolean isMissing() {
		return this.status == NOT_FOUND;
	}

	/**
	 * Return the failed operations of a transaction, if they are the reason for its
	 * failure.
	 * @throws Refusal if operations are not permitted
	 */
	List<Integer> refused() {
		List<Integer> refused = new ArrayList<>();
		if (this.status == CONFLICT) {
			JSON.readTree(this.text).path("Errors").forEach((error) -> refused.add(operation(error)));
		}
		return refused;
	}

	private static int operation(JsonNode error) {
		String reason = error.path("What").asString();
		if (reason.contains("ermission denied")) {
			throw new Refusal(FORBIDDEN, reason);
		}
		return error.path("OpIndex").asInt();
	}

	/**
	 * Return the read keys.
	 */
	List<Entry> entries() {
		return found().stream().map(ConsulAnswer::entry).toList();
	}

	private List<JsonNode> found() {
		List<JsonNode> found = new ArrayList<>();
		if (!isMissing()) {
			JSON.readTree(fulfilled().text()).forEach(found::add);
		}
		return found;
	}

	/**
	 * Return the keys changed or read by a transaction.
	 */
	List<Entry> results() {
		return changedOrFound().stream().map(ConsulAnswer::entry).toList();
	}

	private List<JsonNode> changedOrFound() {
		List<JsonNode> found = new ArrayList<>();
		JSON.readTree(fulfilled().text()).path("Results").forEach((result) -> found.add(result.path("KV")));
		return found;
	}

	/**
	 * Return the read keys as a queue.
	 */
	Line line() {
		return line(found(), this.index);
	}

	/**
	 * Return the queue read by a transaction after the creation of an entry.
	 */
	Line lineAfterChange() {
		List<JsonNode> found = changedOrFound();
		return line(found.subList(1, found.size()), entry(found.get(0)).changed());
	}

	private static Line line(List<JsonNode> places, long index) {
		List<JsonNode> inOrder = places.stream()
			.sorted(Comparator.comparingLong((place) -> entry(place).made()))
			.toList();
		return Line.of(keys(inOrder, (place) -> true),
				keys(inOrder, (place) -> place.path("Session").asString("").isEmpty()), index);
	}

	private static List<String> keys(List<JsonNode> places, Predicate<JsonNode> wanted) {
		return places.stream().filter(wanted).map((place) -> entry(place).key()).toList();
	}

	/**
	 * Return the number of the change by a transaction, at least one.
	 */
	long change() {
		return results().stream().mapToLong(Entry::changed).reduce(1, Math::max);
	}

	/**
	 * Return a text field of the answer.
	 * @param name the name of the field
	 */
	String field(String name) {
		return JSON.readTree(fulfilled().text()).path(name).asString();
	}

	private static Entry entry(JsonNode found) {
		String value = found.path("Value").asString("");
		return new Entry(found.path("Key").asString(),
				new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8),
				found.path("CreateIndex").asLong(), found.path("ModifyIndex").asLong());
	}

	/**
	 * Thrown if an agent refuses a request.
	 */
	static final class Refusal extends RuntimeException {

		private final int status;

		private Refusal(int status, String text) {
			super("status %d: %s".formatted(status, text.strip()));
			this.status = status;
		}

		int status() {
			return this.status;
		}

		boolean isSessionGone() {
			return this.status == CONFLICT && String.valueOf(getMessage()).contains("invalid session");
		}

	}

}
