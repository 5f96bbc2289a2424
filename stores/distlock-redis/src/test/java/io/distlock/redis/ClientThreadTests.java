// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.provider.LockProvider;
import io.distlock.redis.internal.redisson.RedissonTransport;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks in a callback of an asynchronous command, on the thread that reads the replies of
 * the application's client.
 */
class ClientThreadTests {

	private static final RedisServer server = RedisServer.shared();

	private final TestNodes nodes = new TestNodes();

	private final String key = UUID.randomUUID().toString();

	private final RedissonClient client = redisson();

	private final TestNode node = this.nodes.node(this::provider);

	private LockProvider provider() {
		return new RedisLockProvider(new RedissonTransport(this.client), RedisLockSettings.defaults());
	}

	private RedissonClient redisson() {
		Config config = new Config();
		config.setThreads(4).setNettyThreads(4);
		config.useSingleServer().setAddress("redis://" + server.address());
		RedissonClient redisson = Redisson.create(config);
		this.nodes.add(redisson::shutdown);
		return redisson;
	}

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
	}

	@Test
	void blockingLockIsRefusedBeforeAnythingIsSent() {
		String failure = inCallback(() -> {
			assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> this.node.template.acquire(this.key));
			assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> this.node.template.tryAcquire(LockRequest.ofAll(List.of("a", "b"))));
			return message(() -> this.node.template.execute(this.key, (lock) -> "locked"));
		});
		assertThat(failure).contains("Lock '", this.key, "was not requested", "acquireAsync");
		assertThat(this.node.provider.attempts).hasValue(0);
	}

	@Test
	void asynchronousLockIsGrantedAndReleased() {
		TestNode other = this.nodes.node(this::provider);
		HeldLock held = inCallback(() -> this.node.template.acquireAsync(LockRequest.of(this.key)))
			.toCompletableFuture()
			.orTimeout(60, TimeUnit.SECONDS)
			.join();
		assertThat(other.template.tryAcquire(TestNodes.once(this.key))).isEmpty();
		assertThat(inCallback(held::release)).isTrue();
		other.template.acquire(LockRequest.of(this.key).waitTime(TestNodes.PATIENCE)).close();
	}

	private static String message(Supplier<String> call) {
		try {
			return call.get();
		}
		catch (LockProviderException ex) {
			return String.valueOf(ex.getMessage());
		}
	}

	/**
	 * Run work in the callback of a command that waits for an element of a list.
	 */
	private <T> T inCallback(Supplier<T> work) {
		String list = UUID.randomUUID().toString();
		CompletableFuture<T> done = this.client.getBlockingQueue(list, StringCodec.INSTANCE)
			.takeAsync()
			.toCompletableFuture()
			.thenApply((element) -> work.get());
		server.send("LPUSH", list, "element");
		return done.orTimeout(60, TimeUnit.SECONDS).join();
	}

}
