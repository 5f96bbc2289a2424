// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.net.ConnectException;
import java.util.List;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.testserver.redis.RedisServer;
import io.lettuce.core.RedisException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.ClusterStateFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A request that was certainly not sent has not taken effect, and says so.
 */
class RequestOutcomeTests {

	private static final ScriptCall CALL = new ScriptCall(LockScript.of("one", "return 1"), List.of("{outcome}"),
			List.of(), () -> "acquire 'outcome'");

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void requestToAServerThatIsDownWasNotSent(RedisClients client) {
		RedisServer server = new RedisServer().start();
		try (RedisClients.Client connected = client.connect(server.host(), server.port());
				RedisTransport transport = connected.transports().get()) {
			assertThat(transport.run(CALL).number(0)).isEqualTo(1);
			server.close();
			// The first request may find its connection lost while it is sent.
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> transport.run(CALL));
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> transport.run(CALL))
				.withMessageContaining("The request was not sent")
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.TRANSIENT));
		}
	}

	@Test
	void requestThatLettuceRejectsWasNotSent() {
		assertThat(outcome(new RedisException("Currently not connected. Commands are rejected.")))
			.isEqualTo(Outcome.TRANSIENT);
	}

	@Test
	void requestMayHaveReachedOneNodeOfAClusterBeforeAnotherRefusedTheConnection() {
		assertThat(outcome(new ClusterStateFailureException("No node", new ConnectException("Connection refused"))))
			.isEqualTo(Outcome.UNKNOWN);
	}

	@Test
	void otherFailuresLeaveTheOutcomeOpen() {
		assertThat(outcome(new RedisException("Connection reset by peer"))).isEqualTo(Outcome.UNKNOWN);
	}

	private static Outcome outcome(RuntimeException failure) {
		return RedisErrors.failed("acquire 'outcome'", Outcome.UNKNOWN, failure).getOutcome();
	}

}
