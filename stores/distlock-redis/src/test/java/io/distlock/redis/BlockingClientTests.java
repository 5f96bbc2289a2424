// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.LockScript;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.testserver.FaultyRelay;
import io.distlock.testserver.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A client whose commands block, and a server that takes requests but does not answer.
 */
@Isolated
class BlockingClientTests {

	private static final LockScript COUNT = LockScript.of("count", "return {redis.call('INCR', KEYS[1])}");

	private final String key = "{%s}".formatted(UUID.randomUUID());

	private FaultyRelay relay;

	private RedisClients.Client client;

	private RedisTransport transport;

	@BeforeEach
	void connect() {
		this.relay = new FaultyRelay(RedisServer.shared().port());
		this.client = RedisClients.JEDIS.connect("127.0.0.1", this.relay.port());
		this.transport = this.client.transports().get();
	}

	@AfterEach
	void stop() throws Exception {
		this.relay.heal();
		this.transport.close();
		this.client.close();
		this.relay.close();
	}

	@Test
	void requestWithoutAnAnswerMayHaveTakenEffect() {
		assertThat(this.transport.run(count()).number(0)).isEqualTo(1);
		this.relay.holdAnswers();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> this.transport.run(count()))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.UNKNOWN));
		this.relay.heal();
		assertThat(this.transport.run(count()).number(0)).as("the request had taken effect").isEqualTo(3);
	}

	@Test
	void requestsWithoutAnswersTakeFourThreadsThatEndWithTheTransport() throws Exception {
		assertThat(this.transport.run(count()).number(0)).isEqualTo(1);
		this.relay.holdAnswers();
		List<CompletableFuture<ScriptReply>> sent = IntStream.range(0, 40)
			.mapToObj((i) -> this.transport.send(count()))
			.toList();
		assertThat(sendingThreads()).isEqualTo(4);
		this.relay.heal();
		this.transport.close();
		for (CompletableFuture<ScriptReply> reply : sent) {
			assertThat(isAnswered(reply)).isTrue();
		}
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> sendingThreads() == 0);
	}

	private static boolean isAnswered(CompletableFuture<ScriptReply> reply) throws Exception {
		try {
			return reply.get(60, TimeUnit.SECONDS).number(0) > 1;
		}
		catch (ExecutionException ex) {
			return ((LockStoreException) ex.getCause()).getOutcome() == Outcome.UNKNOWN;
		}
	}

	private static long sendingThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("distlock-redis-send"))
			.count();
	}

	private ScriptCall count() {
		return new ScriptCall(COUNT, List.of(this.key), List.of(), () -> "count");
	}

}
