// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.testserver.ConsulServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with its locks in a real Consul.
 */
@Tag("proof")
class ConsulApplicationTests {

	private static final String POLICY = """
			{ "Name": "locks", "Rules": "key_prefix \\"shop/\\" { policy = \\"write\\" } session_prefix \\"\\" { policy = \\"write\\" }" }
			""";

	private final String key = "application:" + UUID.randomUUID();

	private final String token = UUID.randomUUID().toString();

	private final HttpClient operator = HttpClient.newHttpClient();

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, ConsulLockAutoConfiguration.class,
				LifecycleAutoConfiguration.class, SslAutoConfiguration.class));

	private static ApplicationContextRunner at(ApplicationContextRunner runner, ConsulServer server) {
		return runner.withPropertyValues("distlock.consul.url=" + server.url());
	}

	@Test
	void nodesExcludeEachOtherAndLeaveNothing() throws Exception {
		ConsulServer server = ConsulServer.shared();
		ApplicationContextRunner application = at(this.bare, server);
		application.run((first) -> {
			HeldLock held = first.getBean(LockTemplate.class).acquire(this.key);
			application.run((second) -> assertThat(second.getBean(LockTemplate.class).tryAcquire(this.key)).isEmpty());
			assertThat(held.release()).isTrue();
			application.run(
					(second) -> assertThat(second.getBean(LockTemplate.class).execute(this.key, HeldLock::fencingToken))
						.isGreaterThan(held.fencingToken()));
		});
		assertThat(ask(server, "GET", "/v1/kv/distlock/locks/distlock:" + this.key + "?keys", "")).isEmpty();
	}

	@Test
	void tokenNeedsTheRootPathAndSessionsAndNothingElse() throws Exception {
		try (ConsulServer server = ConsulServer.startWithTokens()) {
			ask(server, "PUT", "/v1/acl/policy", POLICY);
			ask(server, "PUT", "/v1/acl/token",
					"{\"SecretID\": \"%s\", \"Policies\": [{ \"Name\": \"locks\" }]}".formatted(this.token));
			ApplicationContextRunner user = at(this.bare, server)
				.withPropertyValues("distlock.consul.token=" + this.token);
			user.withPropertyValues("distlock.consul.root-path=shop")
				.run((context) -> assertThat(context.getBean(LockTemplate.class).execute(this.key, HeldLock::isHeld))
					.isTrue());
			assertRefused(user);
			assertRefused(at(this.bare, server));
			assertRefused(at(this.bare, server).withPropertyValues("distlock.consul.token=" + UUID.randomUUID()));
		}
	}

	private void assertRefused(ApplicationContextRunner runner) {
		LockRequest request = LockRequest.of(this.key).waitTime(Duration.ofSeconds(10));
		runner.run((context) -> assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> context.getBean(LockTemplate.class).tryAcquire(request))
			.withMessageContaining("The token may not do this: grant it 'write' for keys below the root path"));
	}

	private String ask(ConsulServer server, String method, String path, String body)
			throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
			.header("X-Consul-Token", ConsulServer.MANAGEMENT_TOKEN)
			.method(method, BodyPublishers.ofString(body))
			.build();
		return this.operator.send(request, BodyHandlers.ofString()).body();
	}

}
