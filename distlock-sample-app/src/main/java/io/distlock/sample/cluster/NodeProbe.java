// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Talks to nodes that are starting.
 */
class NodeProbe {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final long PAUSE_MILLIS = 200;

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final Duration timeout;

	private final long deadline;

	NodeProbe(Duration timeout) {
		this.timeout = timeout;
		this.deadline = System.nanoTime() + timeout.toNanos();
	}

	void awaitReady(NodeProcess node) {
		while (!answers(node)) {
			if (!node.process().isAlive()) {
				throw new UsageException("%s did not start; its last lines say why".formatted(node.name()));
			}
			if (System.nanoTime() - this.deadline > 0) {
				throw new UsageException(
						"%s did not answer within %s; is the machine busy?".formatted(node.name(), this.timeout));
			}
			pause();
		}
	}

	private boolean answers(NodeProcess node) {
		return status(request(node, "/node").build()) == 200;
	}

	void deliver(NodeProcess node, String item, int units) {
		HttpRequest delivery = request(node, "/stock").header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString("item=" + item + "&units=" + units))
			.build();
		if (status(delivery) != 204) {
			throw new UsageException(
					"%s did not take the first delivery; its last lines say why".formatted(node.name()));
		}
	}

	private static HttpRequest.Builder request(NodeProcess node, String path) {
		URI address = node.address().resolve(path);
		return HttpRequest.newBuilder(address).timeout(PATIENCE);
	}

	private int status(HttpRequest request) {
		try {
			return this.client.send(request, BodyHandlers.discarding()).statusCode();
		}
		catch (IOException ex) {
			return -1;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new UsageException("Interrupted while the nodes were starting", ex);
		}
	}

	private static void pause() {
		try {
			Thread.sleep(PAUSE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new UsageException("Interrupted while the nodes were starting", ex);
		}
	}

}
