// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.store.ClientCandidateContract;
import io.distlock.provider.LockProvider;
import io.distlock.zookeeper.ZooKeeperLockSettings;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which client leads to the locks in ZooKeeper, and which values are refused.
 */
@ExtendWith(OutputCaptureExtension.class)
class ZooKeeperLockAutoConfigurationTests extends ClientCandidateContract<CuratorFramework> {

	ZooKeeperLockAutoConfigurationTests() {
		super(ZooKeeperLockAutoConfiguration.class, "zookeeper", "distlock.zookeeper.connect-string=127.0.0.1:1",
				CuratorFramework.class, "CuratorFramework");
	}

	@Override
	protected CuratorFramework newClient() {
		return CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(1));
	}

	@Override
	protected List<String> ignoredProperties() {
		return List.of("distlock.zookeeper.auth=digest:locks:s3cret", "distlock.zookeeper.acl=creator-only");
	}

	@Override
	protected List<String> neededPackages() {
		return List.of("org.apache.curator", "io.distlock.zookeeper");
	}

	private static ApplicationContextRunner withoutCurator(ApplicationContextRunner runner) {
		return runner.withClassLoader(new FilteredClassLoader("org.apache.curator", "org.apache.zookeeper"));
	}

	@Test
	void clientOfTheApplicationIsLeftUnstarted() {
		this.bare.withBean(CuratorFramework.class, this::newClient).run((context) -> {
			assertThat(context.getBean(LockProvider.class).name()).isEqualTo("zookeeper");
			assertThat(context.getBean(CuratorFramework.class).getState()).isEqualTo(CuratorFrameworkState.LATENT);
		});
	}

	@Test
	void zooKeeperWithoutCuratorFailsAndNamesIt() {
		withoutCurator(this.bare).withPropertyValues("distlock.provider=zookeeper")
			.run((context) -> assertFails(context, "distlock.provider is 'zookeeper'",
					"'zookeeper' needs org.apache.curator:curator-framework"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.provider=zookeeper", "distlock.enabled=true" })
	void connectStringWithoutCuratorFailsAndNamesIt(String property) {
		withoutCurator(this.runner).withPropertyValues(property)
			.run((context) -> assertFails(context, "the store 'zookeeper' is not on the class path",
					"Add org.apache.curator:curator-framework"));
	}

	@Test
	void oldCuratorFailsAndIsTold() {
		this.runner.withClassLoader(new FilteredClassLoader("org.apache.curator.framework.api.AddWatchBuilder"))
			.run((context) -> assertFails(context, "older than version 5", "org.apache.curator:curator-framework"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "zk1:none", "zk1:2181,zk2:99999", ",", "http://zk1:2181", "zk1:2181/a//b",
			"zk1:2181/shop/", "zk 1:2181", ":2181" })
	void malformedConnectStringFailsAndIsShown(String connectString) {
		this.bare.withPropertyValues("distlock.zookeeper.connect-string=" + connectString)
			.run((context) -> assertFails(context, "'distlock.zookeeper.connect-string' is '" + connectString + "'",
					"host:port,host:port"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "zk1", "zk1:2181", "zk1:2181, zk2:2181 ,zk3", "zk1:2181/shop", "zk1:2181/", "[::1]:2181" })
	void connectStringsOfZooKeeperAreTaken(String connectString) {
		this.bare.withPropertyValues("distlock.zookeeper.connect-string=" + connectString)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@CsvSource({ "root-path, locks", "root-path, /locks/", "root-path, /", "session-timeout, 0s",
			"session-timeout, -1s", "session-timeout, 2h" })
	void senselessValueFailsAndIsNamed(String name, String value) {
		this.runner.withPropertyValues("distlock.zookeeper.%s=%s".formatted(name, value))
			.run((context) -> assertFails(context, "distlock.zookeeper." + name));
	}

	@ParameterizedTest
	@ValueSource(strings = { "digest", "digest:", ":s3cret:s3cret", "digest:locks:s3cret,s3cret" })
	void malformedAuthFailsWithoutShowingIt(String auth, CapturedOutput output) {
		this.runner.withPropertyValues("distlock.zookeeper.auth=" + auth).run((context) -> {
			assertFails(context, "distlock.zookeeper.auth[", "scheme:credentials", "digest:user:password");
			assertThat(context.getStartupFailure()).message().doesNotContain("s3cret");
			assertThat(output).doesNotContain("s3cret");
		});
	}

	@Test
	void settingsAreThoseOfTheLibraryWhereNothingIsSaid() {
		this.runner.run((context) -> assertThat(context.getBean(ZooKeeperLockSettings.class)).usingRecursiveComparison()
			.isEqualTo(ZooKeeperLockSettings.defaults()));
	}

	@Test
	void rootPathIsBound() {
		this.runner.withPropertyValues("distlock.zookeeper.root-path=/shop/locks")
			.run((context) -> assertThat(context.getBean(ZooKeeperLockSettings.class)).usingRecursiveComparison()
				.isEqualTo(ZooKeeperLockSettings.defaults().withRootPath("/shop/locks")));
	}

	@Test
	@Tag("timing")
	void idleContextStartsNoThreadAndConnectsWithTheFirstLock() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			server.setSoTimeout(500);
			Set<Thread> before = Thread.getAllStackTraces().keySet();
			this.bare
				.withPropertyValues("distlock.zookeeper.connect-string=127.0.0.1:" + server.getLocalPort(),
						"distlock.wait-time=0s")
				.run((context) -> {
					LockTemplate template = context.getBean(LockTemplate.class);
					Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
					started.removeAll(before);
					assertThat(started).extracting(Thread::getName)
						.noneMatch((name) -> Stream.of("distlock", "Curator", "SendThread", "EventThread")
							.anyMatch(name::contains));
					assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(server::accept);
					CompletableFuture<Boolean> attempt = CompletableFuture
						.supplyAsync(() -> template.execute("key", HeldLock::isHeld));
					server.setSoTimeout(30_000);
					server.accept().close();
					server.close();
					assertThat(attempt.handle((held, failure) -> failure != null)).succeedsWithin(Duration.ofMinutes(1))
						.isEqualTo(true);
				});
		}
	}

}
