// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.distlock.internal.thread.DaemonThreads;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.KeeperException.Code;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client to be closed. The close ends its session with all its locks at once. If holders
 * have outlived the application context, the client is therefore kept open until their
 * leases have ended, as in other stores. A lease is shorter than the session timeout,
 * which limits the delay.
 */
final class LeavingClient {

	private static final Logger logger = LoggerFactory.getLogger(LeavingClient.class);

	private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

	private static final Duration PAUSE = Duration.ofMillis(100);

	private final CuratorFramework client;

	LeavingClient(CuratorFramework client) {
		this.client = client;
	}

	/**
	 * Close the client, now or as soon as its session has no nodes.
	 */
	void close() {
		if (ownsNothing()) {
			this.client.close();
			return;
		}
		logger
			.info("Keeping the ZooKeeper session open until the leases of the locks that are still held have expired");
		DaemonThreads.start("distlock-curator-close", this::closeWhenLeasesHaveEnded);
	}

	private void closeWhenLeasesHaveEnded() {
		long timeout = TimeUnit.MILLISECONDS.toNanos(sessionTimeout());
		long start = System.nanoTime();
		try {
			while (!ownsNothing() && System.nanoTime() - start < timeout) {
				TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.client.close();
	}

	/**
	 * Return whether the session is known to have no nodes.
	 */
	private boolean ownsNothing() {
		if (this.client.getState() != CuratorFrameworkState.STARTED || sessionTimeout() <= 0) {
			return true;
		}
		try {
			return ephemerals().get(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).isEmpty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (ExecutionException | TimeoutException ex) {
			return false;
		}
	}

	private CompletableFuture<List<String>> ephemerals() {
		CompletableFuture<List<String>> answer = new CompletableFuture<>();
		try {
			this.client.getZookeeperClient()
				.getZooKeeper()
				.getEphemerals((code, context, paths) -> complete(answer, code, paths), null);
		}
		catch (Exception ex) {
			answer.completeExceptionally(ex);
		}
		return answer;
	}

	private static void complete(CompletableFuture<List<String>> answer, int code, List<String> paths) {
		if (code == Code.OK.intValue()) {
			answer.complete(paths);
		}
		else {
			answer.completeExceptionally(new IllegalStateException("The server answered with " + Code.get(code)));
		}
	}

	private int sessionTimeout() {
		return this.client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
	}

}
