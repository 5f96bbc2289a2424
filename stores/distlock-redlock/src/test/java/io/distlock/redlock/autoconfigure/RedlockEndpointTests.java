// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.autoconfigure.actuate.EndpointNode;
import io.distlock.autoconfigure.actuate.Http.Answer;
import io.distlock.testserver.redis.RedisMasters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint of locks on masters, which list none.
 */
@Tag("timing")
class RedlockEndpointTests {

	private static final String KEY = "order";

	@Test
	void redlockSaysThatItNeitherListsNorReleasesLocks() {
		try (RedisMasters masters = new RedisMasters().start();
				EndpointNode node = EndpointNode.unrestricted(EndpointNode.NoBeans.class, redlock(masters));
				HeldLock held = node.locks().acquire(LockRequest.of(KEY).waitTime(Duration.ofSeconds(30)))) {
			Answer answer = node.http().get("locks");
			assertThat(answer.<Map<String, Object>>at("providers.distlockProvider.cluster")).containsOnlyKeys("error");
			assertThat(answer.<String>at("providers.distlockProvider.cluster.error"))
				.contains("Provider 'redlock' does not list");
			List<Map<String, Object>> here = answer.at("providers.distlockProvider.held");
			assertThat(here).singleElement().satisfies((lock) -> assertThat(lock).containsEntry("key", KEY));
			Answer refused = node.http().delete("locks?key=" + KEY);
			assertThat(refused.status()).isEqualTo(400);
			assertThat(refused.<String>at("error")).contains("Provider 'redlock' does not release locks");
			assertThat(held.release()).isTrue();
		}
	}

	private static String[] redlock(RedisMasters masters) {
		String nodes = masters.all()
			.stream()
			.map((master) -> "redis://%s:%d".formatted(master.host(), master.port()))
			.collect(Collectors.joining(","));
		return new String[] { "--distlock.provider=redis", "--distlock.redis.redlock.quarantine=0",
				"--distlock.redis.redlock.node-timeout=2s", "--distlock.redis.redlock.nodes=" + nodes };
	}

}
