package io.distlock.lease;

import java.util.Collection;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.HandOver;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * A store behind a bad network: requests and answers are late, lost or refused, as a
 * random number generator decides.
 */
final class FaultyProvider implements LockProvider {

	final AtomicInteger openContenders = new AtomicInteger();

	final AtomicInteger faults = new AtomicInteger();

	private final LockProvider real;

	private final Random random;

	private volatile boolean faulty = true;

	FaultyProvider(LockProvider real, Random random) {
		this.real = real;
		this.random = random;
	}

	void heal() {
		this.faulty = false;
	}

	@Override
	public String name() {
		return this.real.name();
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		Contender contender = this.real.contend(claim, wakeUp);
		this.openContenders.incrementAndGet();
		return new Contender() {

			@Override
			public Attempt attempt(LockOwner owner) {
				return disturbed(() -> contender.attempt(owner));
			}

			@Override
			public void close() {
				FaultyProvider.this.openContenders.decrementAndGet();
				contender.close();
			}

		};
	}

	@Override
	public Collection<Lease> renew(Collection<Lease> leases) {
		return disturbed(() -> this.real.renew(leases));
	}

	@Override
	public HandOver yieldOrRenew(Lease lease, LockClaim claim) {
		return disturbed(() -> this.real.yieldOrRenew(lease, claim));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner) {
		return disturbed(() -> this.real.release(key, owner));
	}

	private <T> T disturbed(Supplier<T> request) {
		if (Thread.currentThread().isInterrupted()) {
			throw new AssertionError("A provider is never called with the interrupt flag set");
		}
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
