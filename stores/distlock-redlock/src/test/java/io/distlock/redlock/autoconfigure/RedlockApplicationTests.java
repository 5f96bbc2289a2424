// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.redis.RedisLockAutoConfiguration;
import io.distlock.testserver.TlsCertificate;
import io.distlock.testserver.redis.RedisServer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Applications that lock on three masters.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class RedlockApplicationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final List<RedisServer> masters = new ArrayList<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedisLockAutoConfiguration.class, SslAutoConfiguration.class))
		.withPropertyValues("distlock.redis.redlock.quarantine=0", "distlock.redis.redlock.node-timeout=3s",
				"distlock.key-prefix=shop");

	@AfterEach
	void stop() {
		this.masters.forEach(RedisServer::close);
	}

	@Test
	void locksOutliveOneStoppedMasterAndNotTwo(CapturedOutput output) {
		Stream.generate(RedisServer::new).limit(3).forEach((master) -> this.masters.add(master.start()));
		this.masters.get(0).send("CONFIG", "SET", "requirepass", "p@ss/1");
		this.masters.get(1).send("CONFIG", "SET", "requirepass", "second");
		this.masters.get(2).send("ACL", "SETUSER", "locks", "on", ">second", "~*", "&*", "+@all");
		this.masters.get(2).send("CONFIG", "SET", "requirepass", "unused");
		String nodes = "redis://:p%%40ss%%2F1@%s/2,redis://default:second@%s,redis://locks:second@%s"
			.formatted(this.masters.stream().map(RedisServer::address).toArray());
		ApplicationContextRunner application = this.runner.withPropertyValues("distlock.redis.redlock.nodes=" + nodes);
		application.run((one) -> application.run((other) -> {
			assertThat(one).hasNotFailed();
			long first = assertExclusive(one, other);
			this.masters.get(0).kill();
			long second = assertExclusive(other, one);
			assertThat(second).isGreaterThan(first);
			this.masters.get(1).kill();
			assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> template(one).acquire(LockRequest.of("key").waitTime(Duration.ofSeconds(2))))
				.withMessageContaining("'key'")
				.withMessageContaining("1 of 3 masters");
			this.masters.get(1).start();
			this.masters.get(1).send("CONFIG", "SET", "requirepass", "second");
			assertThat(template(one).execute(LockRequest.of("key").waitTime(PATIENCE), HeldLock::fencingToken))
				.isGreaterThan(second);
		}));
		assertThat(output).doesNotContain("p@ss").doesNotContain("p%40ss").doesNotContain("second@");
	}

	@Test
	void wrongPasswordsAreToldAtOnce(CapturedOutput output) {
		Stream.generate(RedisServer::new).limit(3).forEach((master) -> this.masters.add(master.start()));
		this.masters.forEach((master) -> master.send("CONFIG", "SET", "requirepass", "right"));
		String nodes = this.masters.stream()
			.map((master) -> "redis://:hidden1@" + master.address())
			.collect(Collectors.joining(","));
		this.runner.withPropertyValues("distlock.redis.redlock.nodes=" + nodes).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> template(context).acquire(LockRequest.of("key").waitTime(PATIENCE)))
				.withMessageContaining("user or password")
				.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("WRONGPASS"))
				.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("hidden1"));
		});
		assertThat(output).contains("user or password").doesNotContain("hidden1");
	}

	@Test
	void userOfTheReferenceMayDoWhatLocksNeed() {
		Stream.generate(RedisServer::new).limit(3).forEach((master) -> this.masters.add(master.start()));
		this.masters.forEach((master) -> master
			.send((Object[]) ("ACL SETUSER locks on >secret ~distlock:* -@all +evalsha +eval +get +mget +set +del "
					+ "+exists +pttl +pexpire +time +info +ping")
				.split(" ")));
		String nodes = this.masters.stream()
			.map((master) -> "redis://locks:secret@" + master.address())
			.collect(Collectors.joining(","));
		ApplicationContextRunner application = this.runner.withPropertyValues("distlock.redis.redlock.nodes=" + nodes,
				"distlock.lease-time=6s", "distlock.redis.redlock.quarantine=6s", "distlock.hand-off.max-duration=0");
		application.run((one) -> application.run((other) -> {
			Awaitility.await()
				.atMost(PATIENCE)
				.ignoreExceptions()
				.until(() -> template(one).execute("key", HeldLock::isHeld));
			assertExclusive(one, other);
			HeldLock held = template(one).acquire("key");
			Duration lease = Duration.ofSeconds(6);
			Awaitility.await().during(lease).atMost(PATIENCE).until(held::isHeld);
			held.close();
		}));
		assertThat(this.masters)
			.allSatisfy((master) -> assertThat(master.send("ACL", "LOG")).asInstanceOf(InstanceOfAssertFactories.LIST)
				.isEmpty());
	}

	@Test
	void encryptedConnectionsTrustTheBundleAndNothingElse() {
		TlsCertificate certificate = new TlsCertificate();
		List<Integer> ports = Stream.generate(TlsCertificate::freePort).limit(3).toList();
		ports.forEach((port) -> this.masters.add(new RedisServer(certificate.redisOptions(port)).start()));
		ApplicationContextRunner trusting = this.runner.withPropertyValues(bundle(certificate.certificate()));
		trusting.withPropertyValues(encrypted("127.0.0.1", ports))
			.run((context) -> assertThat(template(context).execute("key", HeldLock::isHeld)).isTrue());
		trusting.withPropertyValues(encrypted("localhost", ports)).run(RedlockApplicationTests::assertNoConnection);
		this.runner.withPropertyValues(encrypted("127.0.0.1", ports)).run(RedlockApplicationTests::assertNoConnection);
	}

	private static String[] bundle(Path certificate) {
		return new String[] { "spring.ssl.bundle.pem.locks.truststore.certificate=file:" + certificate,
				"spring.data.redis.ssl.bundle=locks" };
	}

	private static String encrypted(String host, List<Integer> ports) {
		return "distlock.redis.redlock.nodes="
				+ ports.stream().map((port) -> "rediss://%s:%d".formatted(host, port)).collect(Collectors.joining(","));
	}

	private static void assertNoConnection(ApplicationContext context) {
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> template(context).acquire(LockRequest.of("key").waitTime(Duration.ofMillis(500))))
			.withMessageContaining("0 of 3 masters");
	}

	private static long assertExclusive(ApplicationContext one, ApplicationContext other) {
		LockRequest request = LockRequest.of("key").waitTime(PATIENCE);
		return template(one).execute(request, (lock) -> {
			assertThat(template(other).tryAcquire("key")).isEmpty();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> template(other).acquire(LockRequest.of("key").waitTime(Duration.ZERO)));
			assertThat(lock.isHeld()).isTrue();
			return lock.fencingToken();
		});
	}

	private static LockTemplate template(ApplicationContext context) {
		return context.getBean(LockTemplate.class);
	}

}
