// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

import io.distlock.LockRequest;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TestNode;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.redis.settings.ReplicaSettings;
import org.awaitility.Awaitility;

/**
 * The nodes and clients of one test, closed with it, the last one first.
 */
public final class TestNodes implements AutoCloseable {

	public static final Duration PATIENCE = Duration.ofSeconds(40);

	private final Deque<AutoCloseable> open = new ArrayDeque<>();

	public <T extends AutoCloseable> T add(T closeable) {
		this.open.push(closeable);
		return closeable;
	}

	public TestNode node(RedisClients.Client client, ReplicaSettings replicas) {
		return node(() -> client.newProvider(acknowledged(replicas)));
	}

	public static RedisLockSettings acknowledged(ReplicaSettings replicas) {
		RedisLockSettings others = RedisLockSettings.defaults();
		return others.withReplicas(replicas);
	}

	public TestNode node(Supplier<LockProvider> provider) {
		return add(new TestNode(new ProviderOnly(provider), TestNode.SETTINGS));
	}

	public static LockRequest request(String key, Duration lease) {
		return LockRequest.of(key).leaseTime(lease).waitTime(PATIENCE);
	}

	/**
	 * Wait until leases of a node were renewed a few more times.
	 */
	public static void awaitRenewals(TestNode node) {
		long before = node.engine.statistics().renewals();
		Awaitility.await().atMost(PATIENCE).until(() -> node.engine.statistics().renewals() > before + 1);
	}

	public static LockRequest once(String key) {
		return LockRequest.of(key).waitTime(Duration.ZERO);
	}

	@Override
	public void close() throws Exception {
		while (!this.open.isEmpty()) {
			this.open.pop().close();
		}
	}

	/**
	 * A store without an operator.
	 *
	 * @param provider makes providers
	 */
	private record ProviderOnly(Supplier<LockProvider> provider) implements StoreUnderTest {

		@Override
		public LockProvider newProvider() {
			return this.provider.get();
		}

		@Override
		public void delete(LockKey key) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void purge() {
			throw new UnsupportedOperationException();
		}

		@Override
		public long size() {
			throw new UnsupportedOperationException();
		}

	}

}
