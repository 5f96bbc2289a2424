// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RenewalListener;

/**
 * Counts the calls to a real provider, and lets a test disturb them.
 *
 * @since 0.1.0
 */
public final class WatchedProvider extends ForwardingProvider {

	/**
	 * How often a lock was asked for.
	 */
	public final AtomicInteger attempts = new AtomicInteger();

	/**
	 * How often leases were renewed.
	 */
	public final AtomicInteger renewals = new AtomicInteger();

	/**
	 * How often a lock was released.
	 */
	public final AtomicInteger releases = new AtomicInteger();

	/**
	 * How often a lock was offered to other nodes.
	 */
	public final AtomicInteger yields = new AtomicInteger();

	/**
	 * The keys whose leases were renewed.
	 */
	public final Set<LockKey> renewedKeys = ConcurrentHashMap.newKeySet();

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
		super(real);
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
	protected Attempt attempt(Contender contender, LockOwner owner) {
		return this.onAttempt.apply(super.attempt(contender, owner));
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		leases.forEach((lease) -> this.renewedKeys.add(lease.key()));
		super.renew(leases, outcomes);
	}

	@Override
	protected <T> T around(Call call, Supplier<T> request) {
		assertNotInterrupted();
		switch (call) {
			case ATTEMPT -> note(this.attempts, this.beforeAttempt);
			case RENEW -> note(this.renewals, this.beforeRenewal);
			case YIELD -> note(this.yields, this.beforeYield);
			case RELEASE -> note(this.releases, this.beforeRelease);
		}
		return request.get();
	}

	private static void note(AtomicInteger calls, Runnable disturbance) {
		calls.incrementAndGet();
		disturbance.run();
	}

}
