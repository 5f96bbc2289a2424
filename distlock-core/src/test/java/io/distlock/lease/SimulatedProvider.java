// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;

/**
 * The way of one node to the {@link ModelStore}, over a network that delays, repeats,
 * loses and reorders requests and answers.
 */
final class SimulatedProvider implements LockProvider {

	private static final long MILLI = 1_000_000;

	private static final long TIMEOUT = 700 * MILLI;

	private static final long POLL = 200 * MILLI;

	private final VirtualTime time;

	private final ModelStore store;

	private final RandomGenerator random;

	private final int faults;

	private final Map<LockKey, Integer> returning = new HashMap<>();

	private final Map<LockKey, Long> returned = new HashMap<>();

	private boolean healthy;

	/**
	 * Create a provider.
	 * @param faults of a hundred requests, how many fail
	 */
	SimulatedProvider(VirtualTime time, ModelStore store, RandomGenerator random, int faults) {
		this.time = time;
		this.store = store;
		this.random = random;
		this.faults = faults;
	}

	/**
	 * Fail no more.
	 */
	void heal() {
		this.healthy = true;
	}

	private long delay() {
		boolean slow = !this.healthy && this.random.nextInt(100) < this.faults;
		return this.random.nextLong(slow ? 400 * MILLI : MILLI);
	}

	private <T> T call(Supplier<T> request) {
		int fate = this.healthy ? 100 : this.random.nextInt(100);
		this.time.sleep(delay());
		if (fate >= this.faults) {
			T answer = request.get();
			this.time.sleep(delay());
			return answer;
		}
		return switch (fate % 5) {
			case 0 -> throw failure("The request was refused", Outcome.TRANSIENT);
			case 1 -> throw unanswered();
			case 2 -> {
				request.get();
				throw unanswered();
			}
			case 3 -> {
				this.time.in(TIMEOUT + this.random.nextLong(3 * TIMEOUT), request::get);
				throw unanswered();
			}
			default -> {
				request.get();
				this.time.sleep(delay());
				T again = request.get();
				this.time.sleep(delay());
				yield again;
			}
		};
	}

	private LockStoreException unanswered() {
		this.time.sleep(TIMEOUT);
		return failure("No answer came", Outcome.UNKNOWN);
	}

	private static LockStoreException failure(String message, Outcome outcome) {
		return new LockStoreException(message, outcome, null);
	}

	@Override
	public String name() {
		return "model";
	}

	@Override
	public Set<LockMode> modes() {
		return EnumSet.allOf(LockMode.class);
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new Place(claim, wakeUp);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		leases.forEach((lease) -> renew(lease, outcomes));
	}

	private void renew(Lease lease, RenewalListener outcomes) {
		boolean fails = !this.healthy && this.random.nextInt(100) < this.faults;
		if (fails && this.random.nextBoolean()) {
			this.time.in(TIMEOUT / 4, () -> outcomes.unknown(lease, failure("No answer came", Outcome.UNKNOWN)));
			return;
		}
		this.time.in(delay(), () -> {
			boolean kept = this.store.renew(lease);
			this.time.in(fails ? TIMEOUT : delay(), () -> tell(lease, fails, kept, outcomes));
		});
	}

	private static void tell(Lease lease, boolean fails, boolean kept, RenewalListener outcomes) {
		if (fails) {
			outcomes.unknown(lease, failure("The answer was lost", Outcome.UNKNOWN));
		}
		else if (kept) {
			outcomes.kept(lease);
		}
		else {
			outcomes.lost(lease);
		}
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return returning(lease.key(), () -> this.store.yieldOrRenew(lease, lastToken, claim));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return returning(key, () -> this.store.release(key, owner, lastToken));
	}

	private <T> T returning(LockKey key, Supplier<T> request) {
		this.returning.merge(key, 1, Integer::sum);
		try {
			return call(request);
		}
		finally {
			this.returning.merge(key, -1, Integer::sum);
			this.returned.put(key, this.time.now());
		}
	}

	/**
	 * Return whether this node gave a lock back at any time since then: until the answer
	 * has come, the lock counts as held.
	 */
	boolean wasReturningSince(LockKey key, long since) {
		return this.returning.getOrDefault(key, 0) > 0 || this.returned.getOrDefault(key, Long.MIN_VALUE) >= since;
	}

	/**
	 * A place in the contest, which listens from the second attempt on.
	 */
	private final class Place implements Contender {

		private final LockClaim claim;

		private final Runnable wakeUp;

		private boolean waiting;

		Place(LockClaim claim, Runnable wakeUp) {
			this.claim = claim;
			this.wakeUp = () -> SimulatedProvider.this.time.in(delay(), wakeUp);
		}

		@Override
		public Attempt attempt(LockOwner owner) {
			boolean first = !this.waiting;
			if (!first) {
				SimulatedProvider.this.store.await(this.claim, this.wakeUp);
			}
			this.waiting = true;
			Lease lease = call(() -> SimulatedProvider.this.store.acquire(this.claim, owner));
			if (lease != null) {
				return new Attempt.Granted(lease);
			}
			Duration left = SimulatedProvider.this.store.remaining(this.claim.key());
			return new Attempt.Busy(first ? Duration.ZERO : Duration.ofNanos(Math.min(POLL, left.toNanos() + MILLI)));
		}

		@Override
		public void close() {
			SimulatedProvider.this.store.leave(this.claim.key(), this.wakeUp);
		}

	}

}
