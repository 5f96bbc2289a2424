// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.contract.ForwardingProvider;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Keys that would forge lines of a log, steer a terminal, or fill a disk.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class KeysInMessagesTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String KEY = "order\r\nFORGED line\u001b[2J" + "x".repeat(60_000);

	private static final String SHOWN = "order\\r\\nFORGED line\\u001b[2Jxxx";

	private final Failing provider = new Failing();

	private final LeaseLockEngine engine = new LeaseLockEngine(this.provider,
			LeaseSettings.of("shown", "node").withWaitTime(Duration.ofSeconds(20)).withHandOff(0, Duration.ZERO),
			(event) -> {
			});

	private final LockTemplate template = new LockTemplate(this.engine);

	private final LockRequest once = LockRequest.of(KEY).waitTime(Duration.ZERO);

	@AfterEach
	void close() {
		this.engine.close();
	}

	@Test
	void keyOfABusyLockIsShown() {
		HeldLock held = this.engine.acquireAsync(this.once).toCompletableFuture().join();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.template.acquire(this.once))
			.satisfies((ex) -> {
				assertShown(ex.getMessage());
				assertThat(ex.getKey()).isEqualTo(KEY);
			});
		LockRequest several = LockRequest.ofAll(List.of(KEY, "other")).waitTime(Duration.ZERO);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.template.acquire(several))
			.satisfies((ex) -> assertShown(ex.getMessage()));
		assertShown(several.toString());
		assertShown(held.toString());
		assertThat(held.key()).isEqualTo(KEY);
		held.close();
	}

	@Test
	void keyIsShownWhereTheStoreFails() {
		this.provider.failsAttempts.set(true);
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> this.template.acquire(this.once))
			.satisfies((ex) -> {
				assertShown(ex.getMessage());
				assertThat(ex.getKey()).isEqualTo(KEY);
			});
	}

	@Test
	void keyOfALostLockIsShown(CapturedOutput output) {
		HeldLock held = this.template.acquire(this.once.leaseTime(Duration.ofMillis(100)).autoRenew(false));
		Awaitility.await().atMost(PATIENCE).until(() -> output.toString().contains("was lost after"));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(held::assertHeld)
			.satisfies((ex) -> assertShown(ex.getMessage()));
		held.close();
		assertNothingForged(output);
	}

	@Test
	void keyOfALockThatCannotBeReleasedIsShown(CapturedOutput output) {
		HeldLock held = this.template.acquire(this.once);
		this.provider.failsReleases.set(true);
		held.close();
		Awaitility.await().atMost(PATIENCE).until(() -> output.toString().contains("Could not release lock"));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(held::assertHeld)
			.satisfies((ex) -> assertShown(ex.getMessage()));
		assertNothingForged(output);
	}

	@Test
	void keyOfALockThatCannotBeRenewedIsShown(CapturedOutput output) {
		HeldLock held = this.template.acquire(this.once.leaseTime(Duration.ofSeconds(1)));
		this.provider.failsRenewals.set(true);
		Awaitility.await().atMost(PATIENCE).until(() -> output.toString().contains("and possibly others"));
		held.close();
		assertNothingForged(output);
	}

	private static void assertShown(String text) {
		assertThat(text).contains(SHOWN).doesNotContain("\n", "\r", "\u001b").hasSizeLessThan(1000);
	}

	private static void assertNothingForged(CapturedOutput output) {
		assertThat(output).contains(SHOWN).doesNotContain("\nFORGED", "\rFORGED", "\u001b[2J", "x".repeat(1000));
	}

	/**
	 * A store that fails when it is told to, and names the key as stores do.
	 */
	private static final class Failing extends ForwardingProvider {

		final AtomicBoolean failsAttempts = new AtomicBoolean();

		final AtomicBoolean failsReleases = new AtomicBoolean();

		final AtomicBoolean failsRenewals = new AtomicBoolean();

		Failing() {
			super(new LocalLockProvider());
		}

		@Override
		protected Attempt attempt(Contender contender, LockOwner owner) {
			check(this.failsAttempts, KEY);
			return super.attempt(contender, owner);
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			check(this.failsReleases, key.name());
			return super.release(key, owner, lastToken);
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			check(this.failsRenewals, KEY);
			super.renew(leases, outcomes);
		}

		private static void check(AtomicBoolean fails, String name) {
			if (fails.get()) {
				throw new LockStoreException("Could not ask for '%s'".formatted(new LockKey("shown", name)),
						Outcome.PERMANENT, null);
			}
		}

	}

}
