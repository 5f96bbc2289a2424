// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.local.LocalLockProvider;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callbacks for a loss are kept until the lock is left through which they were asked for.
 */
class LossCallbackTests {

	private final LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
			LeaseSettings.of("test", "node").withHandOff(100, Duration.ofMillis(100)), (event) -> {
			});

	private final LockTemplate template = new LockTemplate(this.engine);

	@AfterEach
	void close() {
		this.engine.close();
	}

	@Test
	void callbacksOfReentriesDoNotPileUp() {
		LockRequest both = LockRequest.ofAll(List.of("a", "b"));
		try (HeldLock a = this.template.acquire("a"); HeldLock b = this.template.acquire("b")) {
			a.onLost((loss) -> {
			});
			for (int i = 0; i < 100; i++) {
				this.template.executeWithoutResult("a", (inner) -> {
					inner.onLost((loss) -> {
					});
					inner.onLost((loss) -> {
					});
				});
				this.template.executeWithoutResult(both, (inner) -> inner.onLost((loss) -> {
				}));
			}
			assertThat(((HoldHandle) a).hold).extracting("callbacks", InstanceOfAssertFactories.MAP).hasSize(1);
			assertThat(((HoldHandle) b).hold).extracting("callbacks", InstanceOfAssertFactories.MAP).isEmpty();
		}
	}

	@Test
	void lossIsToldToThoseWhoHaveNotLeft() {
		List<String> told = new CopyOnWriteArrayList<>();
		HeldLock outer = this.template.acquire(LockRequest.of("a").leaseTime(Duration.ofSeconds(1)).autoRenew(false));
		outer.onLost((loss) -> told.add("outer"));
		HeldLock left = this.template.acquire("a");
		left.onLost((loss) -> told.add("left"));
		left.close();
		HeldLock inner = this.template.acquire("a");
		inner.onLost((loss) -> told.add("inner"));
		Awaitility.await().until(() -> told.size() >= 2);
		CompletableFuture<String> late = new CompletableFuture<>();
		inner.onLost((loss) -> late.complete("late"));
		assertThat(late.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo("late");
		assertThat(told).containsExactlyInAnyOrder("outer", "inner");
		inner.close();
		outer.close();
	}

}
