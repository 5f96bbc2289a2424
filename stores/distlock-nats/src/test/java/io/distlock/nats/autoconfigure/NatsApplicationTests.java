// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import java.time.Duration;
import java.util.UUID;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.testserver.NatsServer;
import io.distlock.testserver.TlsCertificate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with its locks in a real NATS.
 */
class NatsApplicationTests {

	private final String key = "application:" + UUID.randomUUID();

	private final ApplicationContextRunner bare = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, NatsLockAutoConfiguration.class,
				LifecycleAutoConfiguration.class, SslAutoConfiguration.class));

	private static ApplicationContextRunner at(ApplicationContextRunner runner, NatsServer server) {
		return runner.withPropertyValues("distlock.nats.servers=" + server.url());
	}

	@Test
	void nodesExcludeEachOther() {
		ApplicationContextRunner application = at(this.bare, NatsServer.shared());
		application.run((first) -> {
			HeldLock held = first.getBean(LockTemplate.class).acquire(this.key);
			application.run((second) -> assertThat(second.getBean(LockTemplate.class).tryAcquire(this.key)).isEmpty());
			assertThat(held.release()).isTrue();
			application.run(
					(second) -> assertThat(second.getBean(LockTemplate.class).execute(this.key, HeldLock::fencingToken))
						.isGreaterThan(held.fencingToken()));
		});
	}

	@Test
	void userAndPasswordAreSent() {
		NatsServer server = NatsServer.start("locks", "s3cret");
		try {
			at(this.bare, server).withPropertyValues("distlock.nats.username=locks", "distlock.nats.password=s3cret")
				.run((context) -> assertThat(context.getBean(LockTemplate.class).execute(this.key, HeldLock::isHeld))
					.isTrue());
			LockRequest request = LockRequest.of(this.key).waitTime(Duration.ofSeconds(1));
			at(this.bare, server).run((context) -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> context.getBean(LockTemplate.class).tryAcquire(request))
				.withMessageContaining("check the user name and the password"));
		}
		finally {
			server.close();
		}
	}

	@Test
	void encryptedConnectionsTrustTheBundleAndNothingElse() {
		TlsCertificate certificate = new TlsCertificate();
		NatsServer server = NatsServer.start(certificate);
		try {
			LockRequest request = LockRequest.of(this.key).waitTime(Duration.ofSeconds(1));
			ApplicationContextRunner application = this.bare
				.withPropertyValues("distlock.nats.servers=tls://127.0.0.1:" + server.port());
			application
				.withPropertyValues(
						"spring.ssl.bundle.pem.own.truststore.certificate=file:" + certificate.certificate(),
						"distlock.nats.ssl-bundle=own")
				.run((context) -> assertThat(context.getBean(LockTemplate.class).execute(this.key, HeldLock::isHeld))
					.isTrue());
			application.run((context) -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> context.getBean(LockTemplate.class).tryAcquire(request)));
		}
		finally {
			server.close();
		}
	}

	/**
	 * A server that has lost its data has no bucket any more.
	 */
	@Test
	void serverThatComesBackEmptyServesAgain() {
		NatsServer server = NatsServer.start(1).get(0);
		try {
			at(this.bare, server).run((context) -> {
				LockTemplate template = context.getBean(LockTemplate.class);
				long before = template.execute(this.key, HeldLock::fencingToken);
				server.restartEmpty();
				LockRequest request = LockRequest.of(this.key).waitTime(Duration.ofSeconds(1));
				Awaitility.await()
					.atMost(Duration.ofSeconds(60))
					.ignoreException(LockProviderException.class)
					.until(() -> template.tryAcquire(request).map(HeldLock::fencingToken).orElse(0L) > before);
			});
		}
		finally {
			server.close();
		}
	}

}
