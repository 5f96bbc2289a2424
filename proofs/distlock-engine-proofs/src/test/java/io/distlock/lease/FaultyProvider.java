// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.distlock.contract.ForwardingProvider;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * A store behind a bad network: requests and answers are late, lost or refused, as a
 * random number generator decides. It may be interrupted: those who interrupt at random
 * also hit a thread that has just begun to ask.
 */
final class FaultyProvider extends ForwardingProvider {

	final AtomicInteger faults = new AtomicInteger();

	private final Random random;

	private final Map<Call, LongAdder> calls = new ConcurrentHashMap<>();

	private volatile boolean faulty = true;

	FaultyProvider(LockProvider real, Random random) {
		super(real);
		this.random = random;
	}

	/**
	 * Return how many calls of a kind there were.
	 */
	long calls(Call call) {
		LongAdder calls = this.calls.get(call);
		return (calls != null) ? calls.sum() : 0;
	}

	void heal() {
		this.faulty = false;
	}

	@Override
	protected <T> T around(Call call, Supplier<T> request) {
		this.calls.computeIfAbsent(call, (any) -> new LongAdder()).increment();
		int fate = this.faulty ? this.random.nextInt(100) : 100;
		boolean late = this.random.nextBoolean();
		if (!late) {
			pause(fate);
		}
		if (fate < 2) {
			throw fault("Refused", Outcome.TRANSIENT);
		}
		if (fate < 3) {
			throw fault("The request was lost", Outcome.UNKNOWN);
		}
		T answer = request.get();
		if (late) {
			pause(fate);
		}
		if (fate < 5) {
			throw fault("The answer was lost", Outcome.UNKNOWN);
		}
		if (fate == 5) {
			this.faults.incrementAndGet();
			throw new IllegalStateException("The client has a bug");
		}
		return answer;
	}

	private LockStoreException fault(String message, Outcome outcome) {
		this.faults.incrementAndGet();
		return new LockStoreException(message, outcome, null);
	}

	private void pause(int fate) {
		if (fate < 10) {
			LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(this.random.nextInt(2_000)));
		}
		else if (fate < 14) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(this.random.nextInt(150)));
		}
	}

}
