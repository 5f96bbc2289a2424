// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.UUID;

import com.azure.storage.blob.BlobServiceClientBuilder;
import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.azure.AzureBlobConnectionDetails;
import io.distlock.autoconfigure.azure.AzureBlobLockAutoConfiguration;
import io.distlock.autoconfigure.consul.ConsulConnectionDetails;
import io.distlock.autoconfigure.consul.ConsulLockAutoConfiguration;
import io.distlock.autoconfigure.etcd.EtcdConnectionDetails;
import io.distlock.autoconfigure.etcd.EtcdLockAutoConfiguration;
import io.distlock.autoconfigure.memcached.MemcachedConnectionDetails;
import io.distlock.autoconfigure.memcached.MemcachedLockAutoConfiguration;
import io.distlock.autoconfigure.zookeeper.ZooKeeperConnectionDetails;
import io.distlock.autoconfigure.zookeeper.ZooKeeperLockAutoConfiguration;
import io.distlock.testserver.AzuriteServer;
import io.distlock.testserver.ConsulServer;
import io.distlock.testserver.EtcdServer;
import io.distlock.testserver.MemcachedServer;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans of {@link ConnectionDetails}, as service connections define them, take precedence
 * over properties.
 */
class ConnectionDetailsTests {

	private final String key = "details:" + UUID.randomUUID();

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, LifecycleAutoConfiguration.class));

	@Test
	void etcdIsReachedWhereTheDetailsSay() {
		String url = EtcdServer.shared().url();
		assertLocks(
				this.runner.withConfiguration(AutoConfigurations.of(EtcdLockAutoConfiguration.class))
					.withBean(EtcdConnectionDetails.class, () -> () -> url),
				"distlock.etcd.endpoints=http://localhost:1", "distlock.etcd.username=wrong",
				"distlock.etcd.ssl-bundle=wrong");
	}

	@Test
	void consulIsReachedWhereTheDetailsSay() {
		String url = ConsulServer.shared().url();
		assertLocks(
				this.runner.withConfiguration(AutoConfigurations.of(ConsulLockAutoConfiguration.class))
					.withBean(ConsulConnectionDetails.class, () -> () -> url),
				"distlock.consul.url=http://localhost:1", "distlock.consul.token=wrong",
				"distlock.consul.ssl-bundle=wrong");
	}

	@Test
	void zooKeeperIsReachedWhereTheDetailsSay() throws Exception {
		try (TestingServer server = new TestingServer()) {
			assertLocks(
					this.runner.withConfiguration(AutoConfigurations.of(ZooKeeperLockAutoConfiguration.class))
						.withBean(ZooKeeperConnectionDetails.class, () -> server::getConnectString),
					"distlock.zookeeper.connect-string=localhost:1", "distlock.zookeeper.auth=wrong");
		}
	}

	@Test
	void memcachedIsReachedWhereTheDetailsSay() {
		String servers = MemcachedServer.shared().address();
		assertLocks(
				this.runner.withConfiguration(AutoConfigurations.of(MemcachedLockAutoConfiguration.class))
					.withBean(MemcachedConnectionDetails.class, () -> () -> servers),
				"distlock.memcached.servers=localhost:1");
	}

	@Test
	void azureIsReachedWhereTheDetailsSay() {
		String connection = AzuriteServer.shared().connectionString();
		String container = "locks-" + UUID.randomUUID();
		new BlobServiceClientBuilder().connectionString(connection).buildClient().createBlobContainer(container);
		assertLocks(
				this.runner.withConfiguration(AutoConfigurations.of(AzureBlobLockAutoConfiguration.class))
					.withBean(AzureBlobConnectionDetails.class, () -> () -> connection),
				"distlock.azure-blob.connection-string=wrong", "distlock.azure-blob.container=" + container);
	}

	@Test
	void valueThatCannotBeUsedIsReportedAsThatOfTheBean() {
		this.runner.withConfiguration(AutoConfigurations.of(MemcachedLockAutoConfiguration.class))
			.withBean(MemcachedConnectionDetails.class, () -> () -> "cache1")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("'MemcachedConnectionDetails.servers' is 'cache1', which cannot be used"));
	}

	private void assertLocks(ApplicationContextRunner application, String... properties) {
		application.withPropertyValues(properties)
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute(this.key, HeldLock::isHeld))
				.isTrue());
	}

}
