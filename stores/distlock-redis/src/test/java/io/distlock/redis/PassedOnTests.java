// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a node does where the one that was woken makes no use of a key that several owners
 * hold: it sees to it that the next one is woken. The queue shows who was not woken yet.
 */
@Tag("safety")
class PassedOnTests {

	private static final String X = "cdistlock:node:x";

	private static final String Y = "cdistlock:node:y";

	private static final String Z = "cdistlock:node:z";

	private final TestNodes nodes = new TestNodes();

	@AfterEach
	void close() throws Exception {
		this.nodes.close();
	}

	@Test
	void nodeThatGivesAPermitBackLooksAfterTheOneThatItWoke() {
		HoldConsole key = open(LockMode.PERMIT);
		LockProvider provider = provider();
		Lease lease = take(provider, key.claim());
		key.hold("b");
		key.hold("c");
		key.await("x", X);
		key.await("y", Y);
		assertThat(provider.release(lease.key(), lease.owner(), lease.lastToken())).isTrue();
		awaitEmpty(key);
	}

	@Test
	void readerLooksAfterTheOneThatItWoke() {
		HoldConsole key = open(LockMode.SHARED);
		LockProvider provider = provider();
		long alone = LockScriptTests.granted(key.awaitAlone("writer", "-"));
		key.await("x", X);
		key.await("y", Y);
		key.await("z", Z);
		key.releaseAlone("writer", alone);
		take(provider, key.claim());
		awaitEmpty(key);
	}

	@Test
	void nodeThatGaveUpPassesAPermitOn() {
		HoldConsole key = open(LockMode.PERMIT);
		long a = key.hold("a");
		key.hold("b");
		key.hold("c");
		giveUp(key);
		key.await("y", Y);
		key.release("a", a);
		awaitEmpty(key);
	}

	@Test
	void nodeThatGaveUpPassesTheReadersOn() {
		HoldConsole key = open(LockMode.SHARED);
		long alone = LockScriptTests.granted(key.awaitAlone("writer", "-"));
		key.await("x", X);
		giveUp(key);
		key.await("z", Z);
		key.releaseAlone("writer", alone);
		key.await("x", X);
		awaitEmpty(key);
	}

	@Test
	void writerThatGivesUpLetsReadersIn() {
		HoldConsole key = open(LockMode.SHARED);
		key.hold("a");
		Contender writer = provider().contend(key.claimAlone(), () -> {
		});
		enter(writer, key);
		key.await("y", Y);
		assertThat(key.record()).as("the mark of a writer").contains(";?");
		writer.close();
		awaitEmpty(key);
		assertThat(key.record()).doesNotContain(";?");
	}

	/**
	 * That it is held says that it was granted since.
	 */
	@Test
	void nodeThatFindsTheLockHeldAgainNeedNotLookAfterTheOneThatItWoke() {
		HoldConsole key = open(LockMode.EXCLUSIVE);
		long token = key.hold("x");
		LockScripts scripts = new LockScripts(Duration.ofMinutes(1), true);
		RedisTransport transport = this.nodes.add(client().transports().get());
		HandoffMonitor monitor = new HandoffMonitor(transport, scripts);
		this.nodes.add(monitor.wakeUps());
		Contender contender = this.nodes
			.add(new RedisContender(transport::run, scripts, monitor, RedisLockSettings.defaults(), key.claim(), () -> {
			}));
		assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
		monitor.watch(key.keys.lock(), token - 1);
		assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
		assertThat(monitor.watched(key.keys.lock())).isNull();
	}

	/**
	 * A node waits that waits for another key as well, and then for that one alone.
	 */
	private void giveUp(HoldConsole key) {
		HoldConsole other = open(LockMode.EXCLUSIVE);
		other.hold("other");
		LockProvider provider = provider();
		enter(this.nodes.add(provider.contend(other.claim(), () -> {
		})), other);
		Contender waiting = provider.contend(key.claim(), () -> {
		});
		enter(waiting, key);
		waiting.close();
	}

	private static void enter(Contender contender, HoldConsole key) {
		int before = key.queue().size();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> {
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			return key.queue().size() > before;
		});
	}

	private static void awaitEmpty(HoldConsole key) {
		Awaitility.await().atMost(TestNodes.PATIENCE).until(key::queue, List::isEmpty);
	}

	private static Lease take(LockProvider provider, LockClaim claim) {
		AtomicReference<Lease> lease = new AtomicReference<>();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> {
			try (Contender contender = provider.contend(claim, () -> {
			})) {
				if (contender.attempt(owner()) instanceof Attempt.Granted granted) {
					lease.set(granted.lease());
				}
			}
			return lease.get() != null;
		});
		return lease.get();
	}

	private LockProvider provider() {
		return this.nodes.add(client().newProvider(RedisLockSettings.defaults()));
	}

	private RedisClients.Client client() {
		RedisServer server = RedisServer.shared();
		return this.nodes.add(RedisClients.LETTUCE.connect(server.host(), server.port()));
	}

	private HoldConsole open(LockMode mode) {
		return this.nodes.add(new HoldConsole(mode));
	}

	private static LockOwner owner() {
		return new LockOwner(UUID.randomUUID().toString());
	}

}
