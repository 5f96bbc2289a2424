// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks in background callbacks and watchers of the application's client, whose thread
 * reports the responses to requests for locks.
 */
class ClientThreadTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final CuratorFramework client = ZooKeeperTestNode.client(ZooKeeperServers.shared().getConnectString(),
			Duration.ofSeconds(15));

	private final ZooKeeperTestNode node = new ZooKeeperTestNode(this.client);

	private final LockRequest request = LockRequest.of("thread:" + UUID.randomUUID()).waitTime(PATIENCE);

	@BeforeEach
	void start() {
		this.client.start();
	}

	@AfterEach
	void close() {
		this.node.close();
	}

	@Test
	void blockingLockIsRefusedInABackgroundCallback() throws Exception {
		this.node.template.acquire(this.request).close();
		assertThat(inCallback(this::refusal)).contains("was not requested", "acquireAsync");
	}

	@Test
	void blockingLockIsRefusedInAWatcher() throws Exception {
		this.node.template.acquire(this.request).close();
		String path = "/" + UUID.randomUUID();
		CompletableFuture<String> refusal = new CompletableFuture<>();
		this.client.checkExists()
			.usingWatcher((CuratorWatcher) (event) -> complete(refusal, this::refusal))
			.forPath(path);
		this.client.create().forPath(path);
		assertThat(refusal.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("was not requested", "acquireAsync");
		this.client.delete().forPath(path);
	}

	@Test
	void asynchronousLockIsGrantedAndReleased() throws Exception {
		HeldLock held = inCallback(() -> this.node.template.acquireAsync(this.request)).toCompletableFuture()
			.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(inCallback(held::release)).isTrue();
		this.node.template.acquire(this.request).close();
	}

	private String refusal() {
		return assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> this.node.template.acquire(this.request))
			.actual()
			.getMessage();
	}

	private <T> T inCallback(Supplier<T> work) throws Exception {
		CompletableFuture<T> done = new CompletableFuture<>();
		this.client.checkExists().inBackground((client, event) -> complete(done, work)).forPath("/");
		return done.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

	private static <T> void complete(CompletableFuture<T> done, Supplier<T> work) {
		try {
			done.complete(work.get());
		}
		catch (Throwable ex) {
			done.completeExceptionally(ex);
		}
	}

}
