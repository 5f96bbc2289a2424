// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.server;

import java.time.Duration;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.contract.TestNode;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.TestNodes;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.testserver.TlsAuthority;
import io.distlock.testserver.TlsCertificate;
import io.distlock.testserver.redis.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A server whose certificate expires and is renewed later, while a node holds a lock.
 */
class ExpiredCertificateTests {

	private static final Duration SERVICE = Duration.ofSeconds(10);

	private static final Duration LEASE = Duration.ofMinutes(10);

	private final TlsAuthority authority = new TlsAuthority();

	private final int port = TlsCertificate.freePort();

	private final RedisServer server = new RedisServer(this.authority.sign().redisOptions(this.port)).start();

	private final TestNodes nodes = new TestNodes();

	@AfterEach
	void close() throws Exception {
		this.nodes.close();
		this.server.close();
	}

	@Test
	void openConnectionsServeOnAndNewOnesAreServedSoonAfterTheCertificateIsRenewed() {
		TestNode node = node();
		HeldLock held = node.template.acquire(TestNodes.request("held", LEASE));
		show(this.authority.signExpired());
		assertThat(node.template.acquire(TestNodes.request("other", LEASE)).isHeld()).isTrue();
		this.server.send("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.untilAsserted(() -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(
						() -> node.template.acquire(TestNodes.request("new", LEASE).waitTime(Duration.ofMillis(100))))
				.withStackTraceContaining("CertificateExpiredException")
				.withMessageContaining("NotAfter"));
		assertThat(held.isHeld()).isTrue();
		show(this.authority.sign());
		Awaitility.await()
			.atMost(SERVICE)
			.ignoreExceptions()
			.until(() -> node.template.execute(TestNodes.request("new", LEASE), HeldLock::isHeld));
		assertThat(held.release()).isTrue();
	}

	private void show(TlsCertificate certificate) {
		Object[] command = { "CONFIG", "SET", "tls-cert-file", certificate.certificate().toString(), "tls-key-file",
				certificate.redisOptions(this.port)[5] };
		assertThat(this.server.send(command)).isEqualTo("OK");
	}

	private TestNode node() {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.shutdownTimeout(Duration.ZERO)
			.clientOptions(ClientOptions.builder()
				.sslOptions(SslOptions.builder()
					.jdkSslProvider()
					.trustManager(this.authority.certificate().toFile())
					.build())
				.build())
			.useSsl()
			.build();
		LettuceConnectionFactory connections = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", this.port), client);
		connections.afterPropertiesSet();
		connections.start();
		return this.nodes.node(() -> new RedisLockProvider(SpringRedisTransports.of(connections, connections::destroy),
				RedisLockSettings.defaults()));
	}

}
