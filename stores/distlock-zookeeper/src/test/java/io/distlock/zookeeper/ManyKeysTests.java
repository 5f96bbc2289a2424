// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * More keys than the client takes in one answer, which would break the connection that
 * all locks of a node share.
 */
class ManyKeysTests {

	private static final int KEYS = 5_300;

	private static final Duration LEASE = Duration.ofMinutes(10);

	private final ZooKeeperLockSettings settings = ZooKeeperLockSettings.defaults()
		.withRootPath("/many-" + UUID.randomUUID());

	private final AtomicInteger interruptions = new AtomicInteger();

	private CuratorFramework client;

	private ZooKeeperLockProvider provider;

	@AfterEach
	void close() {
		this.provider.close();
		this.client.close();
	}

	@Test
	void listsAreRefusedAndTheConnectionOfTheLocksStays() throws Exception {
		open(new ZKClientConfig());
		Lease held = hold();
		fill("/locks");
		fill("/jobs");
		assertRefused(() -> this.provider.heldLocks(10));
		assertRefused(() -> this.provider.jobLedger().jobs("many"));
		assertThat(this.provider.release(held.key(), held.owner())).isTrue();
		assertThat(this.interruptions).hasValue(0);
	}

	@Test
	void listsAreReadByAClientThatTakesLongerAnswers() throws Exception {
		ZKClientConfig config = new ZKClientConfig();
		config.setProperty(ZKClientConfig.JUTE_MAXBUFFER, Integer.toString(4 * 1024 * 1024));
		open(config);
		hold();
		fill("/locks");
		assertThat(this.provider.heldLocks(10)).hasSize(1);
		assertThat(this.interruptions).hasValue(0);
	}

	private void open(ZKClientConfig config) {
		this.client = CuratorFrameworkFactory.builder()
			.connectString(ZooKeeperServers.shared().getConnectString())
			.sessionTimeoutMs(40_000)
			.retryPolicy(new RetryForever(500))
			.zkClientConfig(config)
			.build();
		this.client.getConnectionStateListenable().addListener((of, state) -> {
			if (!state.isConnected()) {
				this.interruptions.incrementAndGet();
			}
		});
		this.provider = new ZooKeeperLockProvider(this.client, this.settings);
	}

	private Lease hold() {
		LockClaim claim = LockClaim.of(new LockKey("many", "held"), LEASE, 1, "node");
		try (Contender contender = this.provider.contend(claim, () -> {
		})) {
			return ((Attempt.Granted) contender.attempt(new LockOwner("many:1"))).lease();
		}
	}

	/**
	 * Make nodes whose names together are longer than 1 MB.
	 */
	private void fill(String below) throws Exception {
		ZooKeeper operator = this.client.getZookeeperClient().getZooKeeper();
		String parent = this.settings.rootPath() + below;
		if (operator.exists(parent, false) == null) {
			operator.create(parent, null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
		}
		CountDownLatch made = new CountDownLatch(KEYS);
		for (int i = 0; i < KEYS; i++) {
			String name = "many:%05d%s".formatted(i, "x".repeat(190));
			operator.create(parent + '/' + name, null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT,
					(code, path, context, created) -> made.countDown(), null);
		}
		made.await();
	}

	private static void assertRefused(Runnable listing) {
		LockStoreException failure = catchThrowableOfType(LockStoreException.class, listing::run);
		assertThat(failure).hasMessageContaining("'jute.maxbuffer'").hasMessageContaining("nodes");
		assertThat(failure.getOutcome()).isEqualTo(Outcome.PERMANENT);
	}

}
