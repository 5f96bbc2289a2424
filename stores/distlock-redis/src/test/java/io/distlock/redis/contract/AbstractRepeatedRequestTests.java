// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.distlock.contract.Renewed;
import io.distlock.contract.TestNode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.YieldResult;
import io.distlock.redis.TestNodes;
import io.distlock.testserver.redis.RedisMasters;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that reach the server twice, as they do where a client sends them again
 * because the connection was lost before the answer came.
 */
@Tag("timing")
public abstract class AbstractRepeatedRequestTests {

	private static final int TOKENS = 10_001;

	protected static RedisMasters masters;

	protected final LockKey key = TestNode.key(UUID.randomUUID().toString());

	protected final TestNodes nodes = new TestNodes();

	protected LockProvider provider;

	@BeforeAll
	static void start() {
		masters = new RedisMasters().start();
	}

	@AfterAll
	static void stop() {
		masters.close();
	}

	@AfterEach
	void close() throws Exception {
		this.nodes.close();
	}

	@Test
	void secondReleaseHasTheAnswerOfTheFirst() {
		open();
		Lease lease = acquire();
		assertThat(release(lease)).isTrue();
		assertThat(release(lease)).isTrue();
		assertThat(attempt(lease.owner().id())).as("the request to acquire, once more").isNull();
		for (int i = 0; i < 20; i++) {
			Lease next = acquire();
			assertThat(release(lease)).isTrue();
			assertThat(Renewed.lost(this.provider, List.of(next))).isEmpty();
			assertThat(release(next)).isTrue();
		}
		assertThat(release(lease)).isTrue();
	}

	@Test
	void secondYieldHasTheAnswerOfTheFirst() {
		open();
		Lease lease = acquire();
		try (Contender waiting = awaits()) {
			assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Yielded.class);
			assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Yielded.class);
			Lease next = granted(waiting.attempt(new LockOwner("next")));
			assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Yielded.class);
			assertThat(Renewed.lost(this.provider, List.of(next))).isEmpty();
			assertThat(release(next)).isTrue();
		}
	}

	@Test
	void requestThatHasRenewedDoesNotYieldLater() {
		open();
		Lease lease = acquire();
		Lease renewed = ((YieldResult.Renewed) yieldOrRenew(lease)).lease();
		assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Renewed.class);
		try (Contender waiting = awaits()) {
			assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Renewed.class);
		}
		assertThat(Renewed.lost(this.provider, List.of(renewed))).isEmpty();
		assertThat(release(renewed)).isTrue();
	}

	@Test
	void lockThatWasForgottenIsLost() {
		open();
		Lease forgotten = acquire();
		masters.all().forEach((master) -> master.send("FLUSHALL"));
		assertThat(release(forgotten)).isFalse();
		assertThat(release(forgotten)).isFalse();
		Lease yielded = acquire();
		masters.all().forEach((master) -> master.send("FLUSHALL"));
		assertThat(yieldOrRenew(yielded)).isInstanceOf(YieldResult.Lost.class);
	}

	@Test
	void tokensThatWereNotUsedAreGrantedAgain() {
		open();
		long used = 0;
		Lease lease = acquire();
		for (int i = 0; i < 100; i++) {
			assertThat(lease.firstToken()).isGreaterThan(used);
			used = lease.firstToken();
			if (i % 2 == 0) {
				lease = ((YieldResult.Renewed) this.provider.yieldOrRenew(lease, used, claim())).lease();
			}
			else {
				assertThat(this.provider.release(this.key, lease.owner(), used)).isTrue();
				lease = acquire();
			}
		}
		assertThat(lease.firstToken() - TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()))
			.as("ahead of the clock, in microseconds")
			.isLessThan(TOKENS);
		assertThat(this.provider.release(this.key, lease.owner(), lease.lastToken())).isTrue();
		assertThat(Renewed.lost(this.provider, List.of(lease))).as("a renewal that comes late").containsExactly(lease);
		assertThat(acquire().firstToken()).isGreaterThan(lease.lastToken());
	}

	/**
	 * Create a provider.
	 * @param nodes what is closed after the test
	 * @return the provider
	 */
	protected abstract LockProvider newProvider(TestNodes nodes);

	protected final void open() {
		this.provider = this.nodes.add(newProvider(this.nodes));
		Awaitility.await().atMost(TestNodes.PATIENCE).ignoreExceptions().until(() -> release(acquire()));
	}

	private Contender awaits() {
		Contender waiting = this.provider.contend(claim(), () -> {
		});
		assertThat(waiting.attempt(new LockOwner("first"))).isInstanceOf(Attempt.Busy.class);
		assertThat(waiting.attempt(new LockOwner("second"))).isInstanceOf(Attempt.Busy.class);
		return waiting;
	}

	protected final Lease acquire() {
		return granted(attempt(UUID.randomUUID().toString()));
	}

	private Attempt attempt(String owner) {
		try (Contender contender = this.provider.contend(claim(), () -> {
		})) {
			return contender.attempt(new LockOwner(owner));
		}
		catch (io.distlock.provider.LockStoreException ex) {
			return null;
		}
	}

	private static Lease granted(Attempt attempt) {
		assertThat(attempt).isInstanceOf(Attempt.Granted.class);
		return ((Attempt.Granted) attempt).lease();
	}

	protected final boolean release(Lease lease) {
		return this.provider.release(lease.key(), lease.owner(), lease.firstToken());
	}

	private YieldResult yieldOrRenew(Lease lease) {
		return this.provider.yieldOrRenew(lease, lease.firstToken(), claim());
	}

	private LockClaim claim() {
		return LockClaim.of(this.key, Duration.ofSeconds(30), TOKENS, "test-node");
	}

}
