// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.ForwardingProvider;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.Lease;
import io.distlock.provider.RenewalListener;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many calls it takes to renew what was locked at different times.
 */
@Tag("timing")
class RenewalBatchTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final int WARM_UP = 3;

	private static final int ROUNDS = 3;

	private final Renewals renewals = new Renewals();

	private final LeaseLockEngine engine = new LeaseLockEngine(this.renewals,
			LeaseSettings.of("batches", "node")
				.withWaitTime(PATIENCE)
				.withLeaseTime(LEASE)
				.withHandOff(32, Duration.ofMillis(100)),
			(event) -> {
			});

	/**
	 * What cannot be reached is given back.
	 */
	private final List<HeldLock> held = new ArrayList<>();

	@AfterEach
	void close() {
		this.engine.close();
	}

	@Test
	void locksThatWereTakenOneAfterTheOtherComeToBeRenewedTogether() throws Exception {
		assertThat(callsOfSomeRounds(12, 5)).isLessThanOrEqualTo(ROUNDS + 1);
	}

	@Test
	void thereAreAsManyCallsAsFullBatches() throws Exception {
		assertThat(callsOfSomeRounds(12, 200)).isLessThanOrEqualTo(3 * ROUNDS + 1);
	}

	/**
	 * Take locks over most of the time between two renewals, and count the calls in which
	 * each is renewed some times.
	 */
	private long callsOfSomeRounds(int crowds, int size) throws Exception {
		for (int crowd = 0; crowd < crowds; crowd++) {
			lock(crowd, size);
			TimeUnit.NANOSECONDS.sleep(LEASE.toNanos() / 4 / crowds);
		}
		int first = awaitRenewalOfAll(0, crowds * size, WARM_UP);
		int last = awaitRenewalOfAll(first, crowds * size, ROUNDS);
		return last - first;
	}

	private void lock(int crowd, int size) {
		List<HeldLock> held = IntStream.range(0, size)
			.mapToObj((i) -> LockRequest.of(crowd + "-" + i))
			.map((request) -> this.engine.acquireAsync(request).toCompletableFuture().join())
			.toList();
		assertThat(held).allMatch(HeldLock::isHeld);
		this.held.addAll(held);
	}

	/**
	 * Return the number of calls after which all have been renewed so many times.
	 */
	private int awaitRenewalOfAll(int from, int locks, int times) {
		int next = from;
		for (int i = 0; i < times; i++) {
			int start = next;
			next = Awaitility.await().atMost(PATIENCE).until(() -> endOfRound(start, locks), (end) -> end > 0);
		}
		return next;
	}

	private int endOfRound(int start, int locks) {
		Set<String> keys = new HashSet<>();
		for (int i = start; i < this.renewals.calls.size(); i++) {
			keys.addAll(this.renewals.calls.get(i));
			if (keys.size() == locks) {
				return i + 1;
			}
		}
		return 0;
	}

	/**
	 * Remembers which keys were renewed in each call.
	 */
	private static final class Renewals extends ForwardingProvider {

		private final List<Set<String>> calls = new CopyOnWriteArrayList<>();

		private Renewals() {
			super(new LocalLockProvider());
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			this.calls.add(leases.stream().map((lease) -> lease.key().name()).collect(Collectors.toSet()));
			super.renew(leases, outcomes);
		}

	}

}
