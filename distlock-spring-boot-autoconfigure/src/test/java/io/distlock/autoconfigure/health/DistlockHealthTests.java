// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.health;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.autoconfigure.actuate.EndpointNode;
import io.distlock.autoconfigure.actuate.Http.Answer;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The health of a node whose store goes away and comes back.
 */
@Tag("timing")
class DistlockHealthTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String DETAILS = "details.distlockProvider";

	@Test
	void healthIsDownWhileLocksCannotBeRenewedAndUpAgainAfter() {
		try (RedisServer server = new RedisServer().start(); EndpointNode node = node(server)) {
			assertThat(health(node).status()).isEqualTo(200);
			HeldLock held = node.locks().acquire(LockRequest.of("key").leaseTime(Duration.ofSeconds(20)));
			assertThat(health(node).<Map<String, Object>>at(DETAILS)).containsEntry("provider", "redis")
				.containsEntry("held", 1)
				.containsEntry("waiting", 0)
				.doesNotContainKey("renewalsFailingSince");
			server.freeze();
			Awaitility.await().atMost(PATIENCE).until(() -> health(node).status() == 503);
			Answer down = health(node);
			assertThat(down.<String>at("status")).isEqualTo("DOWN");
			assertThat(Instant.parse(down.at(DETAILS + ".renewalsFailingSince"))).isBefore(Instant.now());
			assertThat(node.http().get("locks").<Boolean>at("providers.distlockProvider.renewing")).isFalse();
			server.thaw();
			Awaitility.await().atMost(PATIENCE).until(() -> health(node).status() == 200);
			assertThat(health(node).<Map<String, Object>>at(DETAILS)).doesNotContainKey("renewalsFailingSince");
			held.close();
		}
	}

	@Test
	void idleNodeIsUpWhateverBecomesOfItsStore() {
		try (RedisServer server = new RedisServer().start(); EndpointNode node = node(server)) {
			node.locks().acquire("key").close();
			server.kill();
			assertThat(health(node).status()).isEqualTo(200);
		}
	}

	@Test
	void locksHaveNoPartInLivenessAndReadiness() {
		try (RedisServer server = new RedisServer().start(); EndpointNode node = node(server)) {
			assertThat(node.http().get("health/liveness").body()).doesNotContain("distlock");
			assertThat(node.http().get("health/readiness").body()).doesNotContain("distlock");
			assertThat(node.http().get("health").<Map<String, Object>>at("components")).containsKey("distlock");
		}
	}

	private static Answer health(EndpointNode node) {
		return node.http().get("health/distlock");
	}

	private static EndpointNode node(RedisServer server) {
		return EndpointNode.readOnly(EndpointNode.NoBeans.class, "--distlock.provider=redis",
				"--spring.data.redis.host=" + server.host(), "--spring.data.redis.port=" + server.port());
	}

}
