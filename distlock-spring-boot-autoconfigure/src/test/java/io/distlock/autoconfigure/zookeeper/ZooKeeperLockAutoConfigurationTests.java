// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import io.distlock.zookeeper.ZooKeeperLockProvider;
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

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which client leads to the locks in ZooKeeper, and what fails at start. Nothing here
 * needs a server, because nothing connects before the first lock.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class ZooKeeperLockAutoConfigurationTests {

	private static final String NOWHERE = "127.0.0.1:1";

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(
				AutoConfigurations.of(DistlockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare
		.withPropertyValues("distlock.zookeeper.connect-string=" + NOWHERE);

	@Test
	void connectStringLeadsToTheLocksWithoutMore() {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(ZooKeeperLockProvider.class);
			assertThat(context).doesNotHaveBean(CuratorFramework.class);
		});
	}

	@Test
	void clientOfTheApplicationLeadsToTheLocksAndIsLeftUnstarted() {
		withClient(this.bare, "client").run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(ZooKeeperLockProvider.class);
			assertThat(context.getBean(LockCurator.class).get()).isSameAs(context.getBean("client"));
			assertThat(context.getBean(CuratorFramework.class).getState()).isEqualTo(CuratorFrameworkState.LATENT);
		});
	}

	@Test
	void primaryClientIsUsedAmongSeveral() {
		withClient(this.bare, "sessions")
			.withBean("locks", CuratorFramework.class, ZooKeeperLockAutoConfigurationTests::newClient,
					(definition) -> definition.setPrimary(true))
			.run((context) -> assertThat(context.getBean(LockCurator.class).get()).isSameAs(context.getBean("locks")));
	}

	@Test
	void severalClientsFailAndAreNamed() {
		withClient(withClient(this.bare, "sessions"), "discovery")
			.run((context) -> assertFails(context, "several CuratorFramework beans", "sessions", "discovery",
					"@Primary", "distlock.zookeeper.connect-string"));
	}

	@Test
	void connectStringWinsOverClientsOfTheApplication() {
		withClient(withClient(this.runner, "sessions"), "discovery").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(LockCurator.class).get())
				.isNotIn(context.getBeansOfType(CuratorFramework.class).values());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.zookeeper.auth=digest:locks:s3cret", "distlock.zookeeper.acl=creator-only" })
	void propertyThatTheClientOfTheApplicationDoesNotHeedFails(String property) {
		withClient(this.bare, "client").withPropertyValues(property)
			.run((context) -> assertFails(context, property.substring(0, property.indexOf('=')) + " is set",
					"distlock.zookeeper.connect-string"));
	}

	@Test
	void zooKeeperWithoutAClientFailsAndSaysWhatToDo() {
		this.bare.withPropertyValues("distlock.provider=zookeeper")
			.run((context) -> assertFails(context, "neither a CuratorFramework bean nor",
					"Set distlock.zookeeper.connect-string", "org.apache.curator.framework.CuratorFramework"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void emptyConnectStringIsNone(String connectString) {
		this.bare.withPropertyValues("distlock.zookeeper.connect-string=" + connectString)
			.run((context) -> assertFails(context, "distlock has no store for its locks",
					"On the class path: local, zookeeper."));
	}

	@Test
	void databaseAndZooKeeperFailWithTheChoiceSpelledOut() {
		withDatabase(this.runner)
			.run((context) -> assertFails(context, "several stores that could hold its locks (jdbc, zookeeper)",
					"distlock.provider=jdbc", "distlock.provider=zookeeper"));
	}

	@Test
	void databaseHoldsTheLocksWhereNothingLeadsToZooKeeper() {
		withDatabase(this.bare)
			.run((context) -> assertThat(context.getBean(LockProvider.class).name()).isEqualTo("jdbc"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "zookeeper", "jdbc", "local" })
	void namedStoreIsUsedWhereADatabaseAndZooKeeperAreThere(String name) {
		withDatabase(this.runner).withPropertyValues("distlock.provider=" + name)
			.run((context) -> assertThat(context.getBean(LockProvider.class).name()).isEqualTo(name));
	}

	@Test
	void providerOfTheApplicationWins() {
		this.runner.withBean("own", LockProvider.class, LocalLockProvider::new)
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isSameAs(context.getBean("own")));
	}

	@Test
	void disabledLeavesZooKeeperAlone() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockProvider.class)
				.doesNotHaveBean(LockCurator.class));
	}

	@Test
	void zooKeeperWithoutCuratorFailsAndNamesIt() {
		withoutCurator(this.bare).withPropertyValues("distlock.provider=zookeeper")
			.run((context) -> assertFails(context, "distlock.provider is 'zookeeper'", "found: local.",
					"'zookeeper' needs org.apache.curator:curator-framework"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.provider=zookeeper", "distlock.enabled=true" })
	void connectStringWithoutCuratorFailsAndNamesIt(String property) {
		withoutCurator(this.runner).withPropertyValues(property)
			.run((context) -> assertFails(context, "Apache Curator or distlock-zookeeper is not on the class path",
					"and org.apache.curator:curator-framework"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.provider=zookeeper", "distlock.enabled=true" })
	void connectStringWithoutTheModuleOfTheStoreFailsAndNamesIt(String property) {
		this.runner.withClassLoader(new FilteredClassLoader("io.distlock.zookeeper"))
			.withPropertyValues(property)
			.run((context) -> assertFails(context, "Apache Curator or distlock-zookeeper is not on the class path",
					"Add io.distlock:distlock-zookeeper"));
	}

	@Test
	void connectStringWithoutCuratorDoesNotLeadToTheDatabaseSilently() {
		withDatabase(withoutCurator(this.runner)).run((context) -> assertFails(context, "(jdbc, zookeeper)"));
	}

	@Test
	void otherStoresDoWithoutCurator() {
		withoutCurator(this.bare).withPropertyValues("distlock.provider=local")
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
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
		this.runner.run((context) -> assertThat(context.getBean(ZooKeeperLockSettings.class))
			.isEqualTo(ZooKeeperLockSettings.defaults()));
	}

	@Test
	void rootPathIsBound() {
		this.runner.withPropertyValues("distlock.zookeeper.root-path=/shop/locks")
			.run((context) -> assertThat(context.getBean(ZooKeeperLockSettings.class))
				.isEqualTo(new ZooKeeperLockSettings("/shop/locks")));
	}

	@Test
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

	private static ApplicationContextRunner withClient(ApplicationContextRunner runner, String name) {
		return runner.withBean(name, CuratorFramework.class, ZooKeeperLockAutoConfigurationTests::newClient);
	}

	private static CuratorFramework newClient() {
		return CuratorFrameworkFactory.newClient(NOWHERE, new RetryOneTime(1));
	}

	private static ApplicationContextRunner withDatabase(ApplicationContextRunner runner) {
		return runner.withConfiguration(
				AutoConfigurations.of(JdbcLockAutoConfiguration.class, DataSourceAutoConfiguration.class));
	}

	private static ApplicationContextRunner withoutCurator(ApplicationContextRunner runner) {
		return runner.withClassLoader(new FilteredClassLoader("org.apache.curator", "org.apache.zookeeper"));
	}

	private static void assertFails(AssertableApplicationContext context, String... parts) {
		assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.message()
			.contains(parts);
	}

}
