// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockProvider;
import io.distlock.provider.StoredLock;
import io.distlock.zookeeper.ZooKeeperLockProvider;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Applications that keep their locks in a ZooKeeper server.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class ZooKeeperApplicationTests {

	private static final String SECRET = "s3cret";

	private TestingServer server;

	private CuratorFramework operator;

	private ApplicationContextRunner bare = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(DistlockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class, LifecycleAutoConfiguration.class));

	private ApplicationContextRunner runner;

	@BeforeEach
	void start() throws Exception {
		this.server = new TestingServer();
		this.operator = client(this.server, (builder) -> {
		});
		this.operator.start();
		this.bare = this.bare.withPropertyValues("distlock.key-prefix=shop");
		this.runner = this.bare
			.withPropertyValues("distlock.zookeeper.connect-string=" + this.server.getConnectString());
	}

	@AfterEach
	void stop() throws Exception {
		this.operator.close();
		this.server.close();
	}

	@Test
	void applicationLocksInZooKeeperWithoutMoreThanTheServers(CapturedOutput output) throws Exception {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run("--distlock.provider=zookeeper",
					"--distlock.zookeeper.connect-string=" + this.server.getConnectString(),
					"--spring.application.name=shop")) {
			assertLocksBelow(context, "/distlock");
		}
		// Connections of tests before this one may still log an error
		assertThat(output)
			.containsOnlyOnce("Locks: provider zookeeper (%s), prefix 'shop', lease 30s, node '"
				.formatted(this.server.getConnectString()))
			.doesNotContain("is not eligible for getting processed by all BeanPostProcessors")
			.doesNotContainPattern("ERROR \\[(?!lettuce-)");
	}

	@Test
	void rootPathHoldsTheLocks() {
		this.runner.withPropertyValues("distlock.zookeeper.root-path=/teams/shop/locks")
			.run((context) -> assertLocksBelow(context, "/teams/shop/locks"));
	}

	@Test
	void chrootHoldsTheLocks() throws Exception {
		this.operator.create().forPath("/app");
		this.bare.withPropertyValues("distlock.zookeeper.connect-string=" + this.server.getConnectString() + "/app")
			.run((context) -> assertLocksBelow(context, "/app/distlock"));
	}

	@Test
	void chrootThatIsNotThereFailsTheFirstLockAndIsNamed() {
		this.bare
			.withPropertyValues("distlock.zookeeper.connect-string=" + this.server.getConnectString() + "/missing",
					"distlock.wait-time=0s")
			.run((context) -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> template(context).execute("key", HeldLock::isHeld))
				.withMessageContaining("connect string"));
	}

	@Test
	void namespaceOfTheApplicationsClientHoldsTheLocks() {
		withClient((builder) -> builder.namespace("shop")).run((context) -> {
			assertLocksBelow(context, "/shop/distlock");
			assertThat(context.getBean(CuratorFramework.class).getState()).isEqualTo(CuratorFrameworkState.STARTED);
		});
	}

	@Test
	void connectStringLeadsToTheLocksAlthoughTheApplicationHasAClient() {
		this.runner
			.withBean(CuratorFramework.class,
					() -> CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(1)))
			.run((context) -> {
				assertLocksBelow(context, "/distlock");
				assertThat(context.getBean(CuratorFramework.class).getState()).isEqualTo(CuratorFrameworkState.LATENT);
			});
	}

	@Test
	void closedContextClosesItsOwnClientAndLeavesThatOfItsParentOpen() {
		withClient((builder) -> {
		}).run((parent) -> {
			this.bare.withParent(parent).run((context) -> assertLocksBelow(context, "/distlock"));
			assertThat(parent.getBean(CuratorFramework.class).checkExists().forPath("/")).isNotNull();
		});
		int threads = threadsOfClients();
		this.runner.run((context) -> {
			assertLocksBelow(context, "/distlock");
			assertThat(threadsOfClients()).isGreaterThan(threads);
		});
		Awaitility.await().until(() -> threadsOfClients() == threads);
	}

	@Test
	void ownClientIsDestroyedAfterTheProviderAndThatAfterTheEngine() {
		assertDestroyed(this.runner, "distlockZooKeeperProviderCandidate");
	}

	@Test
	void clientOfALazyApplicationIsDestroyedAfterTheProviderAndThatAfterTheEngine() {
		assertDestroyed(withClient((builder) -> {
		}), "client");
	}

	private static void assertDestroyed(ApplicationContextRunner runner, String client) {
		List<String> destroyed = new ArrayList<>();
		runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withBean(DestructionLog.class, () -> new DestructionLog(destroyed))
			.run((context) -> {
				assertThat(context.getBean(DestructionLog.class)).isNotNull();
				assertLocks(context);
			});
		destroyed.retainAll(List.of("distlockProviders", "distlockProvider", client));
		assertThat(destroyed).containsExactly("distlockProviders", "distlockProvider", client);
	}

	@Test
	void locksAreGrantedAfterARestartOfTheContext() {
		this.runner.run((context) -> {
			assertLocks(context);
			context.stop();
			context.start();
			assertLocks(context);
		});
	}

	@Test
	void lockThatOutlivesTheContextIsKeptUntilItsLeaseEnds() {
		this.runner.withPropertyValues("distlock.lease-time=4s", "spring.lifecycle.timeout-per-shutdown-phase=100ms")
			.run((context) -> {
				HeldLock lock = template(context).acquireAsync(LockRequest.of("key")).toCompletableFuture().join();
				context.close();
				this.runner.run((other) -> {
					do {
						assertThat(template(other).tryAcquire("key").isPresent() && lock.isHeld()).isFalse();
					}
					while (lock.isHeld());
					Awaitility.await()
						.atMost(Duration.ofSeconds(30))
						.until(() -> template(other).tryAcquire("key").isPresent());
				});
			});
	}

	@Test
	void sessionTimeoutIsAskedFor() {
		this.runner.withPropertyValues("distlock.zookeeper.session-timeout=7s").run((context) -> {
			assertLocks(context);
			assertThat(holders(context)).isEmpty();
			CuratorFramework client = context.getBean(ZooKeeperLockProviderCandidate.class).client();
			assertThat(client).isNotNull();
			assertThat(client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs()).isEqualTo(7000);
		});
	}

	@Test
	void anotherIdentityCannotTouchTheNodesOfLocks(CapturedOutput output) throws Exception {
		CuratorFramework owner = client(this.server,
				(builder) -> builder.authorization("digest", ("locks:" + SECRET).getBytes()));
		CuratorFramework other = client(this.server,
				(builder) -> builder.authorization("digest", "other:password".getBytes()));
		try (owner; other) {
			owner.start();
			other.start();
			this.runner.withPropertyValues("distlock.zookeeper.auth=digest:locks:" + SECRET).run((context) -> {
				boolean held = template(context).execute("key", (lock) -> {
					List<String> nodes = nodesBelow(owner, "/distlock");
					assertThat(nodes).anyMatch((path) -> path.contains("shop:key/"));
					assertThat(nodes).allSatisfy((path) -> {
						assertRefused(other, path);
						assertRefused(this.operator, path);
					});
					return lock.isHeld();
				});
				assertThat(held).isTrue();
				assertThat(holders(context)).isEmpty();
			});
		}
		assertThat(output).doesNotContain(SECRET);
	}

	private static void assertRefused(CuratorFramework client, String path) {
		assertThatExceptionOfType(NoAuthException.class).isThrownBy(() -> client.getChildren().forPath(path));
		assertThatExceptionOfType(NoAuthException.class)
			.isThrownBy(() -> client.setData().forPath(path, new byte[] { 1 }));
		if (!path.equals("/distlock")) {
			assertThatExceptionOfType(NoAuthException.class).isThrownBy(() -> client.delete().forPath(path));
		}
	}

	@Test
	void anotherIdentityMeetsInOpenLocksIfToldSo() {
		this.runner.withPropertyValues("distlock.zookeeper.acl=open", "distlock.zookeeper.auth=digest:locks:" + SECRET)
			.run((context) -> template(context).executeWithoutResult("key",
					(lock) -> assertThatNoException().isThrownBy(() -> nodesBelow(this.operator, "/distlock"))));
	}

	@Test
	void otherIdentityCannotTakeLocksBelowTheSameRoot() {
		ApplicationContextRunner impatient = this.runner.withPropertyValues("distlock.wait-time=0s");
		impatient.withPropertyValues("distlock.zookeeper.auth=digest:locks:" + SECRET)
			.run(ZooKeeperApplicationTests::assertLocks);
		impatient.withPropertyValues("distlock.zookeeper.auth=digest:other:password")
			.run((context) -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> template(context).execute("key", HeldLock::isHeld)));
	}

	@Test
	void creatorOnlyWithoutAnIdentityFailsTheFirstLock() {
		this.runner.withPropertyValues("distlock.zookeeper.acl=creator-only", "distlock.wait-time=0s")
			.run((context) -> assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> template(context).execute("key", HeldLock::isHeld))
				.withMessageContaining("ACL"));
	}

	@Test
	void applicationsWaitForEachOther() {
		this.runner.run((one) -> withClient((builder) -> {
		}).run((two) -> {
			CompletableFuture<Boolean> waiting = template(one).execute("key", (lock) -> {
				CompletableFuture<Boolean> second = CompletableFuture
					.supplyAsync(() -> template(two).execute("key", HeldLock::isHeld));
				Awaitility.await().until(() -> holders(one).get(0).awaited());
				assertThat(second).isNotDone();
				return second;
			});
			assertThat(waiting).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(true);
		}));
	}

	private ApplicationContextRunner withClient(Consumer<CuratorFrameworkFactory.Builder> customizer) {
		return this.bare.withBean("client", CuratorFramework.class, () -> client(this.server, customizer));
	}

	private static CuratorFramework client(TestingServer server, Consumer<CuratorFrameworkFactory.Builder> customizer) {
		CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
			.connectString(server.getConnectString())
			.retryPolicy(new RetryOneTime(100));
		customizer.accept(builder);
		return builder.build();
	}

	private void assertLocksBelow(ApplicationContext context, String root) throws Exception {
		template(context).executeWithoutResult("key", (lock) -> assertThat(nodesBelow(this.operator, root))
			.anyMatch((path) -> path.startsWith(root + "/locks/shop:key/")));
		assertLocks(context);
	}

	private static void assertLocks(ApplicationContext context) {
		assertThat(context.getBean(LockProvider.class)).isInstanceOf(ZooKeeperLockProvider.class);
		boolean held = template(context).execute("key", (lock) -> {
			assertThat(holders(context)).singleElement()
				.satisfies((stored) -> assertThat(stored.lastToken()).isGreaterThanOrEqualTo(lock.fencingToken()));
			return lock.isHeld();
		});
		assertThat(held).isTrue();
		assertThat(holders(context)).isEmpty();
	}

	private static LockTemplate template(ApplicationContext context) {
		return context.getBean(LockTemplate.class);
	}

	private static List<StoredLock> holders(ApplicationContext context) {
		return ((LockCatalog) context.getBean(LockProvider.class)).heldLocks(10);
	}

	private static List<String> nodesBelow(CuratorFramework client, String path) throws Exception {
		List<String> nodes = new ArrayList<>(List.of(path));
		for (String child : client.getChildren().forPath(path)) {
			nodes.addAll(nodesBelow(client, path + "/" + child));
		}
		return nodes;
	}

	/**
	 * Return how many clients of this JVM are connected to the server, or try to.
	 */
	private int threadsOfClients() {
		return (int) Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().contains("-SendThread(")
					&& thread.getName().contains(":" + this.server.getPort() + ")"))
			.count();
	}

	@SpringBootConfiguration
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	static class Application {

	}

	/**
	 * Writes down which beans were destroyed, in their order.
	 */
	private record DestructionLog(List<String> names) implements DestructionAwareBeanPostProcessor {

		@Override
		public void postProcessBeforeDestruction(Object bean, String name) {
			this.names.add(name);
		}

	}

}
