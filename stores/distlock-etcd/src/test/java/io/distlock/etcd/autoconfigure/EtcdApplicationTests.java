// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.testserver.EtcdServer;
import io.distlock.testserver.TlsCertificate;
import io.etcd.jetcd.Auth;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.auth.Permission;
import io.etcd.jetcd.options.GetOption;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with its locks in a real etcd.
 */
@Tag("proof")
class EtcdApplicationTests {

	private final String key = "application:" + UUID.randomUUID();

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, EtcdLockAutoConfiguration.class,
				LifecycleAutoConfiguration.class, SslAutoConfiguration.class));

	private static ApplicationContextRunner at(ApplicationContextRunner runner, EtcdServer server) {
		return runner.withPropertyValues("distlock.etcd.endpoints=" + server.url());
	}

	@Test
	void nodesExcludeEachOtherAndLeaveNothing() throws Exception {
		ApplicationContextRunner application = at(this.bare, EtcdServer.shared());
		application.run((first) -> {
			HeldLock held = first.getBean(LockTemplate.class).acquire(this.key);
			application.run((second) -> assertThat(second.getBean(LockTemplate.class).tryAcquire(this.key)).isEmpty());
			assertThat(held.release()).isTrue();
			application.run(
					(second) -> assertThat(second.getBean(LockTemplate.class).execute(this.key, HeldLock::fencingToken))
						.isGreaterThan(held.fencingToken()));
		});
		try (Client operator = Client.builder().endpoints(EtcdServer.shared().url()).build()) {
			GetOption below = GetOption.builder().isPrefix(true).build();
			assertThat(operator.getKVClient().get(bytes("distlock/locks/distlock:" + this.key), below).get().getCount())
				.isZero();
		}
	}

	/**
	 * Members count pings that come while no call is open, and close the connection after
	 * a few.
	 */
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void connectionOfAnIdleNodeStays(CapturedOutput output) {
		at(this.bare, EtcdServer.shared()).run((context) -> {
			context.getBean(LockTemplate.class).execute(this.key, HeldLock::isHeld);
			Awaitility.await()
				.during(Duration.ofSeconds(45))
				.atMost(Duration.ofSeconds(90))
				.until(() -> !output.getAll().contains("too_many_pings"));
		});
	}

	@Test
	void userNeedsTheRootPathAndNothingElse() throws Exception {
		EtcdServer server = EtcdServer.start(1).get(0);
		try {
			requireUsers(server);
			at(this.bare, server)
				.withPropertyValues("distlock.etcd.username=locks", "distlock.etcd.password=s3cret",
						"distlock.etcd.root-path=shop")
				.run((context) -> assertThat(context.getBean(LockTemplate.class).execute(this.key, HeldLock::isHeld))
					.isTrue());
			assertRefused(at(this.bare, server), "user name", "password");
			assertRefused(at(this.bare, server).withPropertyValues("distlock.etcd.username=locks",
					"distlock.etcd.password=wrong"), "user name", "password");
			assertRefused(at(this.bare, server).withPropertyValues("distlock.etcd.username=locks",
					"distlock.etcd.password=s3cret"), "grant its role 'readwrite' on the root path");
		}
		finally {
			server.close();
		}
	}

	private void assertRefused(ApplicationContextRunner runner, String... parts) {
		LockRequest request = LockRequest.of(this.key).waitTime(Duration.ofSeconds(10));
		runner.run((context) -> assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> context.getBean(LockTemplate.class).tryAcquire(request))
			.satisfies((ex) -> assertThat(ex.getMessage()).contains(parts)));
	}

	private static void requireUsers(EtcdServer server) throws Exception {
		try (Client operator = Client.builder().endpoints(server.url()).build()) {
			Auth auth = operator.getAuthClient();
			auth.userAdd(bytes("root"), bytes("root")).get();
			auth.roleAdd(bytes("root")).get();
			auth.userGrantRole(bytes("root"), bytes("root")).get();
			auth.userAdd(bytes("locks"), bytes("s3cret")).get();
			auth.roleAdd(bytes("locks")).get();
			auth.userGrantRole(bytes("locks"), bytes("locks")).get();
			auth.roleGrantPermission(bytes("locks"), bytes("shop/"), bytes("shop0"), Permission.Type.READWRITE).get();
			auth.authEnable().get();
		}
	}

	@Test
	void encryptedConnectionsTrustTheBundleAndNothingElse() {
		TlsCertificate certificate = new TlsCertificate();
		EtcdServer server = EtcdServer.start(certificate);
		try {
			LockRequest request = LockRequest.of(this.key).waitTime(Duration.ofSeconds(1));
			at(this.bare, server)
				.withPropertyValues(
						"spring.ssl.bundle.pem.own.truststore.certificate=file:" + certificate.certificate(),
						"distlock.etcd.ssl-bundle=own")
				.run((context) -> assertThat(context.getBean(LockTemplate.class).execute(this.key, HeldLock::isHeld))
					.isTrue());
			at(this.bare, server).run((context) -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> context.getBean(LockTemplate.class).tryAcquire(request)));
		}
		finally {
			server.close();
		}
	}

	private static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

}
