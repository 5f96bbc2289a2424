// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.queue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.redis.RedisClients;
import io.distlock.redis.TestNodes;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waiters whose server rejects new connections for a while, because its password was
 * changed. Connections for requests stay.
 */
@Tag("timing")
@ExtendWith(OutputCaptureExtension.class)
class ChangedPasswordTests {

	private static final Duration SERVICE = Duration.ofSeconds(10);

	private final TestNodes nodes = new TestNodes();

	private final RedisServer server = new RedisServer().start();

	@AfterEach
	void close() throws Exception {
		this.nodes.close();
		this.server.close();
	}

	@Test
	void nodesHearOfReleasesAgainSoonAfterThePasswordIsBack(CapturedOutput output) throws Exception {
		TestNode node = node();
		TestNode holder = node();
		HeldLock held = holder.template.acquire(TestNodes.request("held", Duration.ofMinutes(10)));
		CompletableFuture<Long> waiting = CompletableFuture.supplyAsync(
				() -> node.template.execute(TestNodes.request("held", Duration.ofMinutes(10)), HeldLock::fencingToken));
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> listens(this.server));
		try (RedisConsole admin = this.server.console()) {
			admin.send("CONFIG", "SET", "requirepass", "another");
			admin.send("CLIENT", "KILL", "TYPE", "pubsub");
			Awaitility.await()
				.atMost(TestNodes.PATIENCE)
				.untilAsserted(() -> assertThat(output).contains("rejects the user or password"));
			admin.send("CONFIG", "SET", "requirepass", "");
		}
		Awaitility.await().atMost(SERVICE).until(() -> listens(this.server));
		held.release();
		assertThat(waiting.get(60, TimeUnit.SECONDS)).isPositive();
		assertThat(output).doesNotContain("needs the rights");
	}

	private TestNode node() {
		return this.nodes.node(this.nodes.add(RedisClients.LETTUCE.connect(this.server.host(), this.server.port())),
				ReplicaSettings.defaults());
	}

	private static boolean listens(RedisServer server) {
		return !server.send("CLIENT", "LIST", "TYPE", "pubsub").toString().isBlank();
	}

}
