// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.distlock.DelegatingHeldLock;
import io.distlock.LockContext;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nested asynchronous calls leave nothing behind in the lock of the call around them.
 */
class NestedLossCallbackTests {

	@Test
	void callbacksOfNestedCallsDoNotPileUp() {
		try (AnnotationConfigApplicationContext context = TestLocks.context(Map.of(), (starting) -> {
		}, Nested.class)) {
			Nested nested = context.getBean(Nested.class);
			int callbacks = nested.stage(() -> {
				for (int i = 0; i < 20; i++) {
					nested.stage(() -> 1).orTimeout(60, TimeUnit.SECONDS).join();
					nested.mono().block();
				}
				return callbacks();
			}).orTimeout(60, TimeUnit.SECONDS).join();
			assertThat(callbacks).isEqualTo(1);
		}
	}

	private static int callbacks() {
		SharedHold hold = LockContext.all(SharedHold.class).get(0);
		return ((Map<?, ?>) ReflectionTestUtils.getField(hold, DelegatingHeldLock.class, "users")).size();
	}

	static class Nested {

		@DistributedLock(name = "nested", onLost = OnLost.INTERRUPT)
		CompletableFuture<Integer> stage(Supplier<Integer> body) {
			return CompletableFuture.completedFuture(body.get());
		}

		@DistributedLock(name = "nested", onLost = OnLost.INTERRUPT)
		Mono<Integer> mono() {
			return Mono.just(1);
		}

	}

}
