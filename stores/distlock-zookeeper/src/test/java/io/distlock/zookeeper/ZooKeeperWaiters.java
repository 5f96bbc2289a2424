// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockRequest;

/**
 * Ten waiters of one key, in a JVM of their own.
 */
public final class ZooKeeperWaiters {

	static final int NUMBER = 10;

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private ZooKeeperWaiters() {
	}

	public static void main(String[] args) throws Exception {
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
		try (ZooKeeperTestNode node = new ZooKeeperTestNode(ZooKeeperTestNode.client(args[0], Duration.ofSeconds(20)),
				PATIENCE)) {
			LockRequest request = LockRequest.of(args[1]).waitTime(PATIENCE);
			List<CompletableFuture<Boolean>> served = new ArrayList<>();
			for (int i = 0; i < NUMBER; i++) {
				served.add(node.engine.acquireAsync(request).toCompletableFuture().thenApply(HeldLock::release));
			}
			System.out.println("SERVED " + served.stream().filter(CompletableFuture::join).count());
			commands.readLine();
		}
	}

}
