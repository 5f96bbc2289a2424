// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.distlock.line.Line;
import io.distlock.line.LineStore;
import io.distlock.line.LineWatch;
import io.distlock.provider.LockStoreException;

/**
 * Keys in Consul. A session is a session of Consul, whose end removes its keys, and the
 * state of the store is the index of the last change.
 * <p>
 * See the page 'line-protocol' of the reference.
 */
final class ConsulLineStore implements LineStore {

	private static final Duration SHORTEST_SESSION = Duration.ofSeconds(10);

	/**
	 * Maximum size of a value. Servers accept half a mebibyte, and values are encoded
	 * with a third more bytes.
	 */
	private static final int MAX_VALUE_BYTES = 300_000;

	private final ConsulClient client;

	ConsulLineStore(ConsulClient client) {
		this.client = client;
	}

	@Override
	public String title() {
		return "Consul";
	}

	@Override
	public Duration shortestSession() {
		return SHORTEST_SESSION;
	}

	@Override
	public int longestValue() {
		return MAX_VALUE_BYTES;
	}

	/**
	 * Open a session without health checks and lock delay: holders stop trusting their
	 * keys before the session ends.
	 */
	@Override
	public CompletableFuture<Opened> open(Duration timeToLive) {
		String session = "{\"Name\":\"distlock\",\"TTL\":\"%ds\",\"LockDelay\":\"0s\",\"Behavior\":\"delete\",\"NodeChecks\":[]}"
			.formatted(timeToLive.toSeconds());
		return this.client.put("session/create", session)
			.thenApply((answer) -> new Opened(answer.field("ID"), timeToLive));
	}

	@Override
	public CompletableFuture<Boolean> keepAlive(String session) {
		return this.client.put("session/renew/" + session, "")
			.thenApply((answer) -> !answer.isMissing() && answer.fulfilled().status() > 0);
	}

	@Override
	public CompletableFuture<?> end(String session) {
		return this.client.put("session/destroy/" + session, "").thenApply(ConsulAnswer::fulfilled);
	}

	@Override
	public boolean isSessionGone(Throwable failure) {
		return ConsulReplies.isSessionGone(failure);
	}

	@Override
	public CompletableFuture<Optional<Line>> enter(Change place, String forbidden, String line) {
		ConsulTransaction transaction = new ConsulTransaction().check(place.key(), 0)
			.check(forbidden, 0)
			.change(place)
			.getBelow(line);
		return commit(transaction).thenApply((answer) -> {
			List<Integer> refused = answer.refused();
			if (refused.contains(0) || refused.contains(1)) {
				return Optional.empty();
			}
			return Optional.of(answer.lineAfterChange());
		});
	}

	@Override
	public CompletableFuture<Line> line(String line) {
		return this.client.get(below(line) + "&consistent").thenApply(ConsulAnswer::line);
	}

	@Override
	public CompletableFuture<List<Entry>> read(Collection<String> keys) {
		List<String> all = List.copyOf(keys);
		CompletableFuture<List<Entry>> found = CompletableFuture.completedFuture(new ArrayList<>());
		for (int from = 0; from < all.size(); from += ConsulTransaction.MAX_OPERATIONS) {
			List<String> some = all.subList(from, Math.min(from + ConsulTransaction.MAX_OPERATIONS, all.size()));
			found = found.thenCombine(readSome(some), (before, next) -> {
				before.addAll(next);
				return before;
			});
		}
		return found;
	}

	/**
	 * Read keys, without missing keys: a transaction reads all of its keys or none.
	 */
	private CompletableFuture<List<Entry>> readSome(List<String> keys) {
		if (keys.isEmpty()) {
			return CompletableFuture.completedFuture(List.of());
		}
		ConsulTransaction transaction = new ConsulTransaction();
		keys.forEach(transaction::get);
		return commit(transaction).thenCompose((answer) -> {
			Set<Integer> missing = new HashSet<>(answer.refused());
			return missing.isEmpty() ? CompletableFuture.completedFuture(answer.results())
					: readSome(IntStream.range(0, keys.size())
						.filter((key) -> !missing.contains(key))
						.mapToObj(keys::get)
						.toList());
		});
	}

	/**
	 * Read all keys at once, because Consul does not support pages.
	 */
	@Override
	public CompletableFuture<Page> page(String prefix, String after) {
		return this.client.get(below(prefix) + "&consistent").thenApply((answer) -> {
			List<Entry> found = new ArrayList<>(answer.entries());
			found.sort(Comparator.comparing(Entry::key));
			return new Page(found, false);
		});
	}

	@Override
	public CompletableFuture<Long> write(String key, long changed, List<Change> changes) {
		if (changed < 0) {
			return CompletableFuture.completedFuture(0L);
		}
		ConsulTransaction transaction = new ConsulTransaction().check(key, changed);
		changes.forEach(transaction::change);
		return commit(transaction).thenApply((answer) -> answer.refused().contains(0) ? 0 : answer.change());
	}

	private CompletableFuture<ConsulAnswer> commit(ConsulTransaction transaction) {
		return this.client.put("txn?consistent", transaction.text());
	}

	@Override
	public LineWatch watch(String path, boolean prefix, long since, Runnable wakeUp) {
		return ConsulWatch.start(this.client, prefix ? below(path) : encoded(path) + "?raw", since, wakeUp);
	}

	@Override
	public <T> T await(String purpose, CompletableFuture<T> answer) {
		return ConsulReplies.await(purpose, answer);
	}

	@Override
	public LockStoreException failed(String purpose, Throwable failure) {
		return ConsulReplies.failed(purpose, failure);
	}

	private static String below(String prefix) {
		return encoded(prefix) + "?recurse";
	}

	private static String encoded(String key) {
		return "kv/" + URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
	}

}
