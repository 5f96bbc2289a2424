// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.distlock.line.LineWatch;
import org.jspecify.annotations.Nullable;

/**
 * Watch based on a blocking query, which the agent answers after a change or a timeout.
 * Each watch uses a connection, and an agent accepts 200 connections of a client, so the
 * number of watches is limited; a further watch ends at once.
 */
final class ConsulWatch implements LineWatch {

	private static final Duration QUERY_WAIT = Duration.ofSeconds(50);

	/**
	 * Timeout of a blocking query. The agent may answer later by a sixteenth.
	 */
	private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(60);

	private final ConsulClient client;

	private final String path;

	private final Runnable wakeUp;

	private boolean over;

	private volatile @Nullable CompletableFuture<?> request;

	private ConsulWatch(ConsulClient client, String path, Runnable wakeUp) {
		this.client = client;
		this.path = path;
		this.wakeUp = wakeUp;
	}

	/**
	 * Watch for changes after a state of the store.
	 * @param path the path of a request with a parameter
	 */
	static ConsulWatch start(ConsulClient client, String path, long since, Runnable wakeUp) {
		ConsulWatch watch = new ConsulWatch(client, path, wakeUp);
		if (client.watches().tryAcquire()) {
			watch.ask(since);
		}
		else {
			watch.over = true;
		}
		return watch;
	}

	private void ask(long since) {
		CompletableFuture<?> request = this.client
			.watch("%s&index=%d&wait=%ds".formatted(this.path, since, QUERY_WAIT.toSeconds()), QUERY_TIMEOUT);
		this.request = request;
		request.whenComplete((response, failure) -> {
			if (end()) {
				this.wakeUp.run();
			}
		});
	}

	@Override
	public synchronized boolean isOver() {
		return this.over;
	}

	private synchronized boolean end() {
		if (this.over) {
			return false;
		}
		this.over = true;
		this.client.watches().release();
		return true;
	}

	@Override
	public void close() {
		CompletableFuture<?> asked = this.request;
		if (end() && asked != null) {
			asked.cancel(true);
		}
	}

}
