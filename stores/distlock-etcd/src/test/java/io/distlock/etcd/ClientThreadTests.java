// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.testserver.EtcdServer;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks on the thread that reads the answers of the servers: a lock that blocks there
 * would wait for itself.
 */
class ClientThreadTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final EtcdStore store = new EtcdStore(EtcdServer.shared().url());

	private final TestNode node = new TestNode(this.store, TestNode.SETTINGS);

	private final LockRequest request = LockRequest.of("thread:" + UUID.randomUUID()).waitTime(PATIENCE);

	@BeforeEach
	void connect() {
		this.node.template.acquire(this.request).close();
	}

	@AfterEach
	void close() {
		this.node.close();
		this.store.close();
	}

	@Test
	void blockingLockIsRefusedInACallback() throws Exception {
		assertThat(inCallback(this::refusal)).contains("was not requested", "acquireAsync");
	}

	@Test
	void blockingLockIsRefusedInAWatch() throws Exception {
		String key = UUID.randomUUID().toString();
		CompletableFuture<String> refusal = new CompletableFuture<>();
		try (Watch.Watcher watcher = this.store.client()
			.getWatchClient()
			.watch(EtcdStore.bytes(key), fromNow(), (change) -> complete(refusal, this::refusal))) {
			this.store.client().getKVClient().put(EtcdStore.bytes(key), EtcdStore.bytes("changed")).get();
			assertThat(refusal.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("was not requested",
					"acquireAsync");
			assertThat(watcher).isNotNull();
		}
		this.store.client().getKVClient().delete(EtcdStore.bytes(key)).get();
	}

	@Test
	void asynchronousLockIsGrantedAndReleased() throws Exception {
		HeldLock held = inCallback(() -> this.node.template.acquireAsync(this.request)).toCompletableFuture()
			.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(inCallback(held::release)).isTrue();
		this.node.template.acquire(this.request).close();
	}

	/**
	 * They read no answers of the client.
	 */
	@Test
	void threadsOfAnotherVertxMayBlock() throws Exception {
		Vertx other = Vertx.vertx(new VertxOptions().setUseDaemonThread(true));
		try {
			CompletableFuture<Boolean> released = new CompletableFuture<>();
			other.runOnContext(
					(ignored) -> complete(released, () -> this.node.template.acquire(this.request).release()));
			assertThat(released.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		finally {
			other.close();
		}
	}

	/**
	 * A watch that only begins after a change still has it.
	 */
	private WatchOption fromNow() throws Exception {
		long revision = this.store.client().getKVClient().get(EtcdStore.bytes("none")).get().getHeader().getRevision();
		return WatchOption.builder().withRevision(revision + 1).build();
	}

	private String refusal() {
		return assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> this.node.template.acquire(this.request))
			.actual()
			.getMessage();
	}

	private <T> T inCallback(Supplier<T> work) throws Exception {
		CompletableFuture<T> done = new CompletableFuture<>();
		this.store.client()
			.getKVClient()
			.get(EtcdStore.bytes("none"))
			.whenComplete((reply, failure) -> complete(done, work));
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
