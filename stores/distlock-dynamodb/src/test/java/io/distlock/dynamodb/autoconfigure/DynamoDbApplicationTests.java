// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import java.time.Duration;
import java.util.UUID;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.testserver.DynaliteServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with its locks on Dynalite in place of Amazon DynamoDB.
 */
class DynamoDbApplicationTests {

	private final LockRequest request = LockRequest.of("application:" + UUID.randomUUID())
		.waitTime(Duration.ofSeconds(1));

	private static ApplicationContextRunner at(DynaliteServer server) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
					DynamoDbLockAutoConfiguration.class, LifecycleAutoConfiguration.class))
			.withPropertyValues("distlock.dynamodb.region=eu-central-1", "distlock.dynamodb.endpoint=" + server.url());
	}

	@Test
	void nodesExcludeEachOther() {
		ApplicationContextRunner application = at(DynaliteServer.shared())
			.withPropertyValues("distlock.dynamodb.create-table=true");
		application.run((first) -> {
			HeldLock held = first.getBean(LockTemplate.class).acquire(this.request);
			application
				.run((second) -> assertThat(second.getBean(LockTemplate.class).tryAcquire(this.request)).isEmpty());
			assertThat(held.release()).isTrue();
			application.run((second) -> assertThat(
					second.getBean(LockTemplate.class).execute(this.request, HeldLock::fencingToken))
				.isGreaterThan(held.fencingToken()));
		});
	}

	@Test
	void missingTableIsNamed() {
		at(DynaliteServer.shared()).withPropertyValues("distlock.dynamodb.table=no-such-table")
			.run((context) -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> context.getBean(LockTemplate.class).tryAcquire(this.request))
				.withMessageContaining("There is no table 'no-such-table'")
				.withMessageContaining("distlock.dynamodb.create-table=true"));
	}

	@Test
	void tableThatWasLostIsCreatedAgain() {
		DynaliteServer server = DynaliteServer.start();
		try {
			at(server).withPropertyValues("distlock.dynamodb.create-table=true").run((context) -> {
				LockTemplate template = context.getBean(LockTemplate.class);
				assertThat(template.execute(this.request, HeldLock::isHeld)).isTrue();
				server.restartEmpty();
				Awaitility.await()
					.atMost(Duration.ofSeconds(60))
					.ignoreException(LockProviderException.class)
					.until(() -> template.execute(this.request, HeldLock::isHeld));
			});
		}
		finally {
			server.close();
		}
	}

}
