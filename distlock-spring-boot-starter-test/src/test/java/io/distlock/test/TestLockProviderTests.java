// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.RenewalListener;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the application and the other nodes of a test do at the same time.
 */
class TestLockProviderTests {

	private final TestLockProvider store = new TestLockProvider();

	private final LockKey key = new LockKey("test", "key", LockMode.EXCLUSIVE);

	private final FutureTask<Optional<Lease>> taking = new FutureTask<>(
			() -> this.store.takeElsewhere(this.key, Duration.ofSeconds(30)));

	/**
	 * A renewal is a request during which the other node has to wait.
	 */
	@Test
	void lockThatIsGrantedWhileAnotherNodeIsAboutToTakeItIsTakenAway() throws Exception {
		Lease renewed = acquire(new LockKey("test", "renewed", LockMode.EXCLUSIVE));
		this.store.renew(List.of(renewed), new RenewalListener() {

			@Override
			public void kept(Lease lease) {
				awaitTaker(new Thread(TestLockProviderTests.this.taking));
				acquire(TestLockProviderTests.this.key);
			}

			@Override
			public void lost(Lease lease) {
				throw new AssertionError(lease);
			}

			@Override
			public void unknown(Lease lease, Throwable cause) {
				throw new AssertionError(cause);
			}

		});
		assertThat(this.taking.get(1, TimeUnit.MINUTES)).hasValueSatisfying(this.store::isHeld);
		assertThat(this.store.heldElsewhere()).containsExactly("key");
	}

	private static void awaitTaker(Thread taker) {
		taker.start();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> taker.getState() == Thread.State.WAITING);
	}

	private Lease acquire(LockKey key) {
		LockClaim claim = LockClaim.of(key, Duration.ofSeconds(30), 1, "node");
		Attempt attempt = this.store.contend(claim, () -> {
		}).attempt(new LockOwner(key.name()));
		return ((Attempt.Granted) attempt).lease();
	}

}
