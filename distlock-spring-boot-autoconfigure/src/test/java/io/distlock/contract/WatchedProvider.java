package io.distlock.contract;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.HandOver;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;

/**
 * Counts the calls to a real provider, and lets a test disturb them.
 */
public final class WatchedProvider implements LockProvider {

	public final AtomicInteger attempts = new AtomicInteger();

	public final AtomicInteger renewals = new AtomicInteger();

	public final AtomicInteger releases = new AtomicInteger();

	public final AtomicInteger yields = new AtomicInteger();

	public final AtomicInteger openContenders = new AtomicInteger();

	public final Set<LockKey> renewedKeys = ConcurrentHashMap.newKeySet();

	private final LockProvider real;

	private volatile UnaryOperator<Attempt> onAttempt = UnaryOperator.identity();

	private volatile Runnable beforeAttempt = () -> {
	};

	private volatile Runnable beforeRenewal = () -> {
	};

	private volatile Runnable beforeRelease = () -> {
	};

	private volatile Runnable beforeYield = () -> {
	};

	public WatchedProvider(LockProvider real) {
		this.real = real;
	}

	public void onAttempt(UnaryOperator<Attempt> disturbance) {
		this.onAttempt = disturbance;
	}

	public void beforeAttempt(Runnable disturbance) {
		this.beforeAttempt = disturbance;
	}

	public void beforeRenewal(Runnable disturbance) {
		this.beforeRenewal = disturbance;
	}

	public void beforeRelease(Runnable disturbance) {
		this.beforeRelease = disturbance;
	}

	public void beforeYield(Runnable disturbance) {
		this.beforeYield = disturbance;
	}

	public int calls() {
		return this.attempts.get() + this.renewals.get() + this.releases.get() + this.yields.get();
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
				assertNotInterrupted();
				WatchedProvider.this.attempts.incrementAndGet();
				WatchedProvider.this.beforeAttempt.run();
				return WatchedProvider.this.onAttempt.apply(contender.attempt(owner));
			}

			@Override
			public void close() {
				WatchedProvider.this.openContenders.decrementAndGet();
				contender.close();
			}

		};
	}

	@Override
	public Collection<Lease> renew(Collection<Lease> leases) {
		assertNotInterrupted();
		this.renewals.incrementAndGet();
		leases.forEach((lease) -> this.renewedKeys.add(lease.key()));
		this.beforeRenewal.run();
		return this.real.renew(leases);
	}

	@Override
	public HandOver yieldOrRenew(Lease lease, LockClaim claim) {
		assertNotInterrupted();
		this.yields.incrementAndGet();
		this.beforeYield.run();
		return this.real.yieldOrRenew(lease, claim);
	}

	@Override
	public boolean release(LockKey key, LockOwner owner) {
		assertNotInterrupted();
		this.releases.incrementAndGet();
		this.beforeRelease.run();
		return this.real.release(key, owner);
	}

	private static void assertNotInterrupted() {
		if (Thread.currentThread().isInterrupted()) {
			throw new AssertionError("A provider is never called with the interrupt flag set");
		}
	}

	@Override
	public void close() {
		this.real.close();
	}

}
