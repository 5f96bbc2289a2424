// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.testserver.NatsServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections on which no reply arrives any more, and that no reset ever ends.
 */
class SilentNatsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final LockRequest request = LockRequest.of("silent:" + UUID.randomUUID()).waitTime(Duration.ZERO);

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, NatsLockAutoConfiguration.class));

	private FaultyRelay relay;

	@BeforeEach
	void startRelay() {
		this.relay = new FaultyRelay(URI.create(NatsServer.shared().url()).getPort());
	}

	@AfterEach
	void stopRelay() {
		this.relay.close();
	}

	@Test
	void handshakeThatNeverEndsIsGivenUp() {
		this.relay.silenceAll();
		run("", (template) -> {
			assertThat(serves(template)).isFalse();
			this.relay.serve();
			awaitService(template);
		});
	}

	@Test
	void memberThatNeverEndsTheHandshakeIsPassedOver() {
		this.relay.silenceAll();
		run("," + NatsServer.shared().url(), this::awaitService);
	}

	@Test
	void connectionsThatFallSilentAreReplaced() {
		run("", (template) -> {
			awaitService(template);
			this.relay.silenceAll();
			this.relay.serve();
			awaitService(template);
		});
	}

	private void run(String others, Consumer<LockTemplate> test) {
		this.application.withPropertyValues("distlock.nats.servers=nats://127.0.0.1:" + this.relay.port() + others)
			.run((context) -> test.accept(context.getBean(LockTemplate.class)));
	}

	private void awaitService(LockTemplate template) {
		Awaitility.await().atMost(PATIENCE).until(() -> serves(template));
	}

	private boolean serves(LockTemplate template) {
		try {
			return template.tryAcquire(this.request).map(HeldLock::release).orElse(false);
		}
		catch (LockProviderException ex) {
			return false;
		}
	}

}
