// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockProvider;
import io.distlock.redis.contract.AbstractRepeatedRequestTests;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that reach a single server twice.
 */
@Tag("timing")
class RepeatedRequestTests extends AbstractRepeatedRequestTests {

	@Override
	protected LockProvider newProvider(TestNodes nodes) {
		RedisServer server = masters.get(0);
		return nodes.add(RedisClients.LETTUCE.connect(server.host(), server.port()))
			.newProvider(RedisLockSettings.defaults());
	}

	@Test
	void lockThatWasForciblyReleasedIsLost() {
		open();
		Lease forced = acquire();
		assertThat(((ForcedRelease) this.provider).forceRelease(this.key)).isPresent();
		assertThat(release(forced)).isFalse();
		assertThat(release(forced)).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void lockOfAnAnswerThatWasLostIsNotReportedAsLost(RedisClients client) throws Exception {
		try (FaultyRelay relay = new FaultyRelay(masters.get(0).port())) {
			TestNode node = this.nodes.node(this.nodes.add(client.connect("127.0.0.1", relay.port())),
					ReplicaSettings.defaults());
			String name = this.key.name();
			node.template.executeWithoutResult(name, (held) -> {
			});
			for (int i = 0; i < 3; i++) {
				node.template.executeWithoutResult(name, (held) -> relay.endInsteadOfAnswers(1));
			}
			for (int i = 0; i < 3; i++) {
				handOver(node, relay, name + "-" + i);
			}
			assertThat(node.losses).isEmpty();
		}
	}

	/**
	 * The request with the text of a script is given up while its answer, as that of the
	 * request before it, is held up.
	 */
	@Test
	void scriptThatIsGivenUpIsNotSentOnceMoreWithItsText() throws Exception {
		RedisServer server = masters.get(0);
		try (FaultyRelay relay = new FaultyRelay(server.port())) {
			RedisTransport transport = this.nodes
				.add(this.nodes.add(RedisClients.LETTUCE.connect(server.host(), relay.port())).transports().get());
			assertThat(transport.info("server")).isNotEmpty();
			String counted = this.key.name();
			ScriptCall call = new ScriptCall(
					LockScript.of("count", "return {redis.call('INCR', KEYS[1])} -- " + counted), List.of(counted),
					List.of(), () -> "count");
			relay.delayAnswers(Duration.ofSeconds(2));
			CompletableFuture<ScriptReply> reply = transport.send(call);
			Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> server.send("EXISTS", counted).equals(1L));
			reply.cancel(true);
			relay.endInsteadOfAnswers(1);
			relay.delayAnswers(Duration.ZERO);
			Awaitility.await()
				.atMost(TestNodes.PATIENCE)
				.ignoreExceptions()
				.until(() -> !transport.info("server").isEmpty());
			assertThat(server.send("GET", counted)).isEqualTo("1");
		}
	}

	private void handOver(TestNode node, FaultyRelay relay, String name) throws Exception {
		RedisServer server = masters.get(0);
		TestNode other = this.nodes.node(this.nodes.add(RedisClients.LETTUCE.connect(server.host(), server.port())),
				ReplicaSettings.defaults());
		HeldLock held = node.template.acquire(TestNodes.request(name, TestNodes.PATIENCE));
		LockRequest request = TestNodes.request(name, TestNodes.PATIENCE);
		CompletableFuture<HeldLock> remote = other.engine.acquireAsync(request).toCompletableFuture();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> RecordedLocks.isQueuedFor(server, name));
		CompletableFuture<HeldLock> local = node.engine.acquireAsync(request).toCompletableFuture();
		relay.endInsteadOfAnswers(1);
		assertThat(held.release()).isTrue();
		remote.get(40, TimeUnit.SECONDS).release();
		assertThat(local.get(40, TimeUnit.SECONDS).release()).isTrue();
	}

}
