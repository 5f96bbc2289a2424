// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import java.time.Duration;
import java.util.UUID;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.leader.LeaderElections;
import io.distlock.testserver.AzuriteServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with its locks in Azurite.
 */
@Tag("proof")
class AzureBlobApplicationTests {

	private final String key = "application:" + UUID.randomUUID();

	private final String container = "locks-" + UUID.randomUUID();

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, AzureBlobLockAutoConfiguration.class,
				LifecycleAutoConfiguration.class));

	private BlobServiceClient service;

	private ApplicationContextRunner runner;

	@BeforeEach
	void connect() {
		String connection = AzuriteServer.shared().connectionString();
		this.service = new BlobServiceClientBuilder().connectionString(connection).buildClient();
		this.runner = this.bare.withPropertyValues("distlock.azure-blob.connection-string=" + connection,
				"distlock.azure-blob.container=" + this.container);
	}

	@Test
	void nodesExcludeEachOther() {
		this.service.createBlobContainer(this.container);
		this.runner.run((first) -> {
			HeldLock held = first.getBean(LockTemplate.class).acquire(this.key);
			this.runner.run((second) -> assertThat(second.getBean(LockTemplate.class).tryAcquire(this.key)).isEmpty());
			assertThat(held.release()).isTrue();
			this.runner.run(
					(second) -> assertThat(second.getBean(LockTemplate.class).execute(this.key, HeldLock::fencingToken))
						.isGreaterThan(held.fencingToken()));
		});
	}

	@Test
	void clientsOfTheApplicationLeadToTheSameLocks() {
		BlobContainerClient client = this.service.createBlobContainer(this.container);
		ApplicationContextRunner other = this.bare.withBean(BlobContainerClient.class, () -> client);
		this.bare.withBean(BlobServiceClient.class, () -> this.service)
			.withPropertyValues("distlock.azure-blob.container=" + this.container)
			.run((first) -> {
				try (HeldLock held = first.getBean(LockTemplate.class).acquire(this.key)) {
					other
						.run((second) -> assertThat(second.getBean(LockTemplate.class).tryAcquire(this.key)).isEmpty());
					assertThat(held.isHeld()).isTrue();
				}
			});
	}

	@Test
	void containerThatDoesNotExistFailsTheStartAndIsNotMade() {
		this.runner.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.hasMessageContaining("There is no container '" + this.container + "' in the storage account 'distlock'")
			.hasMessageContaining("az storage container create --name " + this.container));
		assertThat(this.service.getBlobContainerClient(this.container).exists()).isFalse();
	}

	@Test
	void roleHasALeader() {
		this.service.createBlobContainer(this.container);
		this.runner.withConfiguration(AutoConfigurations.of(LeaderAutoConfiguration.class))
			.withPropertyValues("distlock.leader.roles=mails")
			.run((context) -> Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.until(() -> context.getBean(LeaderElections.class).election("mails").isLeader()));
	}

}
