// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.distlock.LockTemplate;
import io.distlock.autoconfigure.actuate.Http.Answer;
import io.distlock.internal.actuate.NodePresence;
import io.distlock.local.LocalLockProvider;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.LockProvider;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

/**
 * The list of live nodes, on real stores, over starts, stops and outages.
 */
@Tag("timing")
class NodePresenceTests {

	private static final String PREFIX = "distlock.node:unknown:";

	private static final Duration STARTUP = Duration.ofMinutes(2);

	private static final Duration SERVICE = Duration.ofSeconds(10);

	private final String application = "--spring.application.name=" + UUID.randomUUID();

	static Stream<List<String>> stores() {
		return Stream.of(
				List.of("--distlock.provider=jdbc", "--spring.datasource.url=jdbc:h2:mem:nodes;DB_CLOSE_DELAY=-1"),
				redis(RedisServer.shared()));
	}

	private static List<String> redis(RedisServer server) {
		return List.of("--distlock.provider=redis", "--spring.data.redis.port=" + server.port());
	}

	@ParameterizedTest
	@MethodSource("stores")
	void everyNodeIsListedUntilItStops(List<String> store) {
		try (EndpointNode here = node(store, "here")) {
			try (EndpointNode there = node(store, "there:2")) {
				awaitNodes(here, "here", "there:2");
				assertThat(nodes(there)).extracting((node) -> node.get("key"))
					.containsExactly(PREFIX + "here", PREFIX + "there:2");
				assertThat(nodes(here)).allSatisfy((node) -> {
					assertThat(node).containsEntry("purpose", "NODE").containsEntry("awaited", false);
					assertThat(Instant.parse((String) node.get("since"))).isBefore(Instant.now().plusSeconds(1));
					assertThat(Duration.parse((String) node.get("remaining"))).isPositive();
				});
				assertThat(here.http().get("locks").<List<?>>at("providers.distlockProvider.held")).isEmpty();
				assertThat(here.http().get("health").<Integer>at("components.distlock.details.distlockProvider.held"))
					.isZero();
			}
			assertThat(nodes(here)).extracting((node) -> node.get("holder")).containsExactly("here");
			NodePresence presence = here.context().getBean(NodePresence.class);
			presence.stop();
			assertThat(nodes(here)).isEmpty();
			presence.start();
			awaitNodes(here, "here");
		}
	}

	@Test
	void storeThatIsNotUsedIsNotAsked() {
		try (EndpointNode node = EndpointNode.readOnly(EndpointNode.NoBeans.class, this.application,
				"--distlock.provider=redis", "--spring.data.redis.port=1")) {
			assertThat(node.context().getBean(NodePresence.class).isRunning()).isTrue();
			assertThat(node.http().get("locks?prefix=distlock.node:").<Map<?, ?>>at("providers")).isEmpty();
		}
	}

	@Test
	void storeThatCannotListLocksHoldsNone() {
		long before = holders();
		try (EndpointNode node = EndpointNode.readOnly(Unlisted.class, this.application)) {
			node.locks().acquire("orders").close();
			assertThat(node.http().get("locks?prefix=distlock.node:").<String>at("providers.unlisted.cluster.error"))
				.contains("does not list");
			assertThat(holders()).isEqualTo(before);
		}
	}

	@Test
	void killedNodeIsGoneWithItsLeaseAndListedAgainAfterItsRestart(@TempDir Path folder) throws Exception {
		List<String> store = redis(RedisServer.shared());
		try (EndpointNode here = node(store, "here")) {
			Path log = folder.resolve("node.log");
			List<String> command = new ArrayList<>(
					List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx192m",
							"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
							Killed.class.getName(), "--spring.liquibase.enabled=false", this.application,
							"--distlock.node-name=killed", "--distlock.lease-time=3s"));
			command.addAll(store);
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start();
			try {
				Awaitility.await().atMost(STARTUP).untilAsserted(() -> {
					assertThat(process.isAlive()).as(() -> contentOf(log.toFile())).isTrue();
					assertThat(holdersOf(here)).containsExactly("here", "killed");
				});
			}
			finally {
				process.destroyForcibly().waitFor();
			}
			awaitNodes(here, "here");
			try (EndpointNode again = node(store, "killed")) {
				awaitNodes(again, "here", "killed");
			}
		}
	}

	@Test
	void storeThatIsAwayNeitherStopsTheStartNorLooksLikeALoss() {
		try (RedisServer server = new RedisServer().start()) {
			server.kill();
			try (EndpointNode node = EndpointNode.readOnly(Losses.class, this.application, "--distlock.provider=redis",
					"--spring.data.redis.port=" + server.port(), "--distlock.node-name=here",
					"--distlock.lease-time=2s")) {
				server.restart();
				awaitNodes(node, "here");
				server.kill();
				Awaitility.await()
					.during(Duration.ofSeconds(5))
					.atMost(Duration.ofMinutes(1))
					.untilAsserted(() -> assertUntroubled(node));
				server.restart();
				awaitNodes(node, "here");
				assertUntroubled(node);
			}
		}
	}

	private static void assertUntroubled(EndpointNode node) {
		Answer answer = node.http().get("locks");
		assertThat(answer.<Boolean>at("providers.distlockProvider.renewing")).isTrue();
		assertThat(answer.<Integer>at("providers.distlockProvider.waiting")).isZero();
		assertThat(answer.<List<?>>at("losses")).isEmpty();
		assertThat(node.http().get("health").<String>at("components.distlock.status")).isEqualTo("UP");
		assertThat(node.context().getBean(Losses.class).events).isEmpty();
	}

	@Test
	void nodeWaitsForTheLeaseOfAPreviousProcessWithItsName() {
		List<String> store = redis(RedisServer.shared());
		try (EndpointNode before = node(store, "here"); EndpointNode next = node(store, "here")) {
			awaitNodes(next, "here");
			Awaitility.await()
				.atMost(SERVICE)
				.untilAsserted(() -> assertThat(nodes(next).get(0)).containsEntry("awaited", true));
			before.context().getBean(NodePresence.class).stop();
			Awaitility.await()
				.atMost(SERVICE)
				.untilAsserted(() -> assertThat(nodes(next)).singleElement()
					.satisfies((listed) -> assertThat(listed).containsEntry("awaited", false)));
		}
	}

	@Test
	void silentStoreDoesNotHoldTheShutdownUp() {
		try (RedisServer server = new RedisServer().start(); EndpointNode node = node(redis(server), "here")) {
			awaitNodes(node, "here");
			server.freeze();
			try {
				long start = System.nanoTime();
				node.context().getBean(NodePresence.class).stop();
				assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
			}
			finally {
				server.thaw();
			}
		}
	}

	@Test
	void lockEndedByAnOperatorIsTakenAgain() {
		try (EndpointNode node = EndpointNode.unrestricted(Losses.class, this.application, "--distlock.provider=local",
				"--distlock.node-name=here", "--distlock.lease-time=2s")) {
			awaitNodes(node, "here");
			Number before = (Number) nodes(node).get(0).get("lastToken");
			assertThat(node.http().delete("locks?key=" + PREFIX + "here").status()).isEqualTo(200);
			Awaitility.await()
				.atMost(SERVICE)
				.untilAsserted(() -> assertThat(nodes(node)).singleElement()
					.satisfies((listed) -> assertThat(((Number) listed.get("lastToken")).longValue())
						.isGreaterThan(before.longValue())));
			assertThat(node.http().get("locks").<List<String>>at("losses[*].kind")).containsExactly("FORCED");
			assertThat(node.context().getBean(Losses.class).events).isEmpty();
		}
	}

	private EndpointNode node(List<String> store, String name, String... more) {
		String[] arguments = Stream
			.of(store.stream(), Stream.of(this.application, "--distlock.node-name=" + name), Stream.of(more))
			.flatMap((each) -> each)
			.toArray(String[]::new);
		EndpointNode node = EndpointNode.readOnly(EndpointNode.NoBeans.class, arguments);
		node.locks();
		return node;
	}

	private static void awaitNodes(EndpointNode node, String... names) {
		Awaitility.await().atMost(SERVICE).untilAsserted(() -> assertThat(holdersOf(node)).containsExactly(names));
	}

	private static List<Object> holdersOf(EndpointNode node) {
		return nodes(node).stream().map((listed) -> listed.get("holder")).toList();
	}

	private static List<Map<String, Object>> nodes(EndpointNode node) {
		return node.http().get("locks?prefix=distlock.node:").at("providers.distlockProvider.cluster.locks");
	}

	private static long holders() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("distlock-node"))
			.count();
	}

	/**
	 * A node that is killed.
	 */
	public static final class Killed {

		private Killed() {
		}

		public static void main(String[] args) {
			EndpointNode.readOnly(Losses.class, args);
		}

	}

	/**
	 * Uses locks, and hears of losses.
	 */
	static class Losses {

		final List<LockLostEvent> events = new CopyOnWriteArrayList<>();

		final LockTemplate locks;

		Losses(LockTemplate locks) {
			this.locks = locks;
		}

		@EventListener
		void lost(LockLostEvent event) {
			this.events.add(event);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Unlisted {

		@Bean
		LockProvider unlisted() {
			LocalLockProvider local = new LocalLockProvider();
			return (LockProvider) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { LockProvider.class }, (proxy, method, arguments) -> {
						if (method.getDeclaringClass() == Object.class) {
							return switch (method.getName()) {
								case "equals" -> proxy == arguments[0];
								case "hashCode" -> System.identityHashCode(proxy);
								default -> "unlisted";
							};
						}
						try {
							return method.invoke(local, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
					});
		}

	}

}
