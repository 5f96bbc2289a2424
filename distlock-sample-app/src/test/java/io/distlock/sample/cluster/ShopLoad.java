// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.distlock.sample.ShopClient;

/**
 * Customers who order without a pause, each from one node after another of those in
 * rotation, as a load balancer distributes requests. Each item has two customers.
 */
final class ShopLoad implements AutoCloseable {

	static final List<String> ITEMS = List.of("lamp", "chair", "table");

	static final int UNITS = 100_000;

	private static final int CUSTOMERS = 2 * ITEMS.size();

	private static final int CREATED = 201;

	private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

	private final Map<URI, ShopClient> clients = new ConcurrentHashMap<>();

	private final List<Thread> customers = new ArrayList<>();

	private volatile List<URI> rotation;

	private volatile boolean closed;

	private ShopLoad(List<URI> nodes) {
		this.rotation = List.copyOf(nodes);
		nodes.forEach((node) -> this.clients.put(node, new ShopClient(List.of(node))));
	}

	static ShopLoad start(List<URI> nodes) {
		ShopLoad load = new ShopLoad(nodes);
		ITEMS.forEach((item) -> load.clients.get(nodes.get(0)).postForm("/stock", "item=" + item + "&units=" + UNITS));
		for (int i = 0; i < CUSTOMERS; i++) {
			int customer = i;
			Thread thread = new Thread(() -> load.order(customer), "customer-" + customer);
			thread.setDaemon(true);
			load.customers.add(thread);
			thread.start();
		}
		return load;
	}

	private void order(int customer) {
		String item = ITEMS.get(customer % ITEMS.size());
		for (int i = customer; !this.closed; i++) {
			List<URI> ready = this.rotation;
			this.calls.add(call(ready.get(i % ready.size()), item, "customer-" + customer));
		}
	}

	private Call call(URI node, String item, String customer) {
		try {
			HttpResponse<String> answer = this.clients.get(node).order(item, customer);
			return new Call(item, System.nanoTime(), answer.statusCode() == CREATED,
					node + " answered " + answer.statusCode() + " " + answer.body());
		}
		catch (CompletionException ex) {
			return new Call(item, System.nanoTime(), false, node + " did not answer: " + ex.getCause());
		}
	}

	void remove(URI node) {
		this.rotation = this.rotation.stream().filter((each) -> !each.equals(node)).toList();
	}

	void add(URI node) {
		List<URI> ready = new ArrayList<>(this.rotation);
		ready.add(node);
		this.rotation = List.copyOf(ready);
	}

	int count() {
		return this.calls.size();
	}

	int sold(String item) {
		return (int) this.calls.stream().filter((call) -> call.item().equals(item)).count();
	}

	List<String> failures() {
		return this.calls.stream().filter((call) -> !call.succeeded()).map(Call::answer).toList();
	}

	/**
	 * Return the longest time between two successful orders of one item, in milliseconds.
	 * @param from the first moment that counts, by {@code System.nanoTime()}
	 * @param to the last one
	 */
	long longestGapMillis(long from, long to) {
		long nanos = ITEMS.stream().flatMapToLong((item) -> gaps(item, from, to)).max().orElseThrow();
		return TimeUnit.NANOSECONDS.toMillis(nanos);
	}

	private LongStream gaps(String item, long from, long to) {
		long[] ends = LongStream
			.concat(LongStream.of(from, to),
					this.calls.stream()
						.filter((call) -> call.succeeded() && call.item().equals(item))
						.mapToLong(Call::endedAt)
						.filter((end) -> end - from > 0 && to - end > 0))
			.map((end) -> end - from)
			.sorted()
			.toArray();
		return LongStream.range(1, ends.length).map((i) -> ends[(int) i] - ends[(int) i - 1]);
	}

	@Override
	public void close() throws InterruptedException {
		this.closed = true;
		for (Thread customer : this.customers) {
			customer.join();
		}
	}

	private record Call(String item, long endedAt, boolean succeeded, String answer) {

	}

}
