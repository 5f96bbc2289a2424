// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.autoconfigure.actuate.Http.Answer;
import io.distlock.monitor.LockForceReleasedEvent;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * The endpoint of locks where several owners hold a key.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class LocksEndpointModesTests {

	private static final String[] DATABASE = { "--distlock.provider=jdbc",
			"--spring.datasource.url=jdbc:h2:mem:locks-endpoint-modes;DB_CLOSE_DELAY=-1" };

	private final String key = "orders:" + UUID.randomUUID();

	static Stream<List<String>> stores() {
		RedisServer redis = RedisServer.shared();
		return Stream.of(List.of("--distlock.provider=local"), List.of(DATABASE), List.of("--distlock.provider=redis",
				"--spring.data.redis.host=" + redis.host(), "--spring.data.redis.port=" + redis.port()));
	}

	@ParameterizedTest
	@MethodSource("stores")
	void eachHoldAndEachHolderIsToldWithItsMode(List<String> store) {
		String longKey = this.key + "x".repeat(300);
		try (EndpointNode node = unrestricted(store);
				HeldLock reader = node.locks().acquire(LockRequest.of(this.key).shared());
				HeldLock permit = node.locks().acquire(LockRequest.of(this.key).permits(2));
				HeldLock cut = node.locks().acquire(LockRequest.of(longKey).permits(2));
				HeldLock writer = node.locks().acquire(LockRequest.of("one:" + this.key))) {
			HeldLock async = node.locks()
				.acquireAsync(LockRequest.of(this.key).permits(2))
				.toCompletableFuture()
				.join();
			Answer answer = node.http().get("locks?limit=1000");
			assertThat(answer.<List<Map<String, Object>>>at("providers.distlockProvider.held"))
				.extracting((lock) -> lock.get("key"), (lock) -> lock.get("mode"), (lock) -> lock.get("fencingToken"))
				.containsExactlyInAnyOrder(tuple(this.key, "SHARED", reader.fencingToken()),
						tuple(this.key, "PERMIT", permit.fencingToken()),
						tuple(this.key, "PERMIT", async.fencingToken()), tuple(longKey, "PERMIT", cut.fencingToken()),
						tuple(writer.key(), "EXCLUSIVE", writer.fencingToken()));
			assertThat(stored(answer)).filteredOn((lock) -> this.key.equals(lock.get("key")))
				.extracting((lock) -> lock.get("mode"))
				.containsExactlyInAnyOrder("SHARED", "PERMIT", "PERMIT");
			assertThat(stored(answer)).filteredOn((lock) -> writer.key().equals(lock.get("key")))
				.extracting((lock) -> lock.get("mode"))
				.containsExactly("EXCLUSIVE");
			assertThat(stored(answer)).filteredOn((lock) -> lock.containsKey("encoded"))
				.filteredOn((lock) -> ((String) lock.get("key")).contains(this.key))
				.extracting((lock) -> lock.get("mode"))
				.containsExactly("PERMIT");
			async.release();
		}
	}

	@ParameterizedTest
	@MethodSource("stores")
	void forcedReleaseOfALockEndsItForAllWhoShareItAndLeavesThePermitsOfThatName(List<String> store) {
		try (EndpointNode node = unrestricted(store);
				HeldLock permit = node.locks().acquire(LockRequest.of(this.key).permits(2))) {
			HeldLock reader = node.locks().acquire(LockRequest.of(this.key).shared());
			HeldLock another = node.locks()
				.acquireAsync(LockRequest.of(this.key).shared())
				.toCompletableFuture()
				.join();
			Answer answer = node.http().delete("locks?key=" + this.key);
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<String>at("mode")).isEqualTo("SHARED");
			assertThat(node.http().delete("locks?mode=shared&key=" + this.key).status()).isEqualTo(404);
			assertThat(another.release() && reader.release()).isFalse();
			assertThat(permit.release()).isTrue();
			assertThat(node.released()).extracting(LockForceReleasedEvent::mode).containsExactly(LockMode.SHARED);
		}
	}

	@ParameterizedTest
	@MethodSource("stores")
	void forcedReleaseOfPermitsEndsAllOfThemAndLeavesTheLockOfThatName(List<String> store, CapturedOutput output) {
		try (EndpointNode node = unrestricted(store); HeldLock writer = node.locks().acquire(this.key)) {
			HeldLock permit = node.locks().acquire(LockRequest.of(this.key).permits(2));
			HeldLock another = node.locks()
				.acquireAsync(LockRequest.of(this.key).permits(2))
				.toCompletableFuture()
				.join();
			Answer answer = node.http().delete("locks?mode=permit&key=" + this.key);
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<String>at("key")).isEqualTo(this.key);
			assertThat(answer.<String>at("mode")).isEqualTo("PERMIT");
			assertThat(permit.release() || another.release()).isFalse();
			assertThat(node.http().delete("locks?mode=permit&key=" + this.key).status()).isEqualTo(404);
			assertThat(writer.release()).isTrue();
			assertThat(node.released()).extracting(LockForceReleasedEvent::key, LockForceReleasedEvent::mode)
				.containsExactly(tuple(this.key, LockMode.PERMIT));
			assertThat(node.audited().get(0).getData()).containsEntry("key", this.key).containsEntry("mode", "PERMIT");
			assertThat(output).contains("Release of all permits of 'shop:" + this.key + "' in provider");
		}
	}

	@ParameterizedTest
	@MethodSource("stores")
	void modeThatIsNoneIsRefused(List<String> store) {
		try (EndpointNode node = unrestricted(store)) {
			assertThat(node.http().delete("locks?mode=some&key=" + this.key).status()).isEqualTo(400);
			assertThat(node.audited()).isEmpty();
		}
	}

	private static List<Map<String, Object>> stored(Answer answer) {
		return answer.at("providers.distlockProvider.cluster.locks");
	}

	private static EndpointNode unrestricted(List<String> store) {
		return EndpointNode.unrestricted(EndpointNode.NoBeans.class, store.toArray(String[]::new));
	}

}
