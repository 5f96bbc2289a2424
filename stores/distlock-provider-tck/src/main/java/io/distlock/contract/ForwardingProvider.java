// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LossSource;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;

/**
 * Passes every call on to a real provider; for tests that count calls or disturb them.
 *
 * @since 0.1.0
 */
public abstract class ForwardingProvider implements LockProvider, GroupLockProvider, LossSource {

	/**
	 * How many contests are open.
	 */
	public final AtomicInteger openContenders = new AtomicInteger();

	private final LockProvider real;

	protected ForwardingProvider(LockProvider real) {
		this.real = real;
	}

	/**
	 * Pass a call on.
	 */
	protected <T> T around(Call call, Supplier<T> request) {
		return request.get();
	}

	protected Attempt attempt(Contender contender, LockOwner owner) {
		return around(Call.ATTEMPT, () -> contender.attempt(owner));
	}

	protected void closed() {
	}

	@Override
	public String name() {
		return this.real.name();
	}

	@Override
	public Set<LockMode> modes() {
		return this.real.modes();
	}

	@Override
	public boolean hasFencingTokens() {
		return this.real.hasFencingTokens();
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		Contender contender = this.real.contend(claim, wakeUp);
		this.openContenders.incrementAndGet();
		return new Contender() {

			@Override
			public Attempt attempt(LockOwner owner) {
				return ForwardingProvider.this.attempt(contender, owner);
			}

			@Override
			public void close() {
				ForwardingProvider.this.openContenders.decrementAndGet();
				contender.close();
				closed();
			}

		};
	}

	@Override
	public boolean canGrantTogether(List<LockKey> keys) {
		return this.real instanceof GroupLockProvider group && group.canGrantTogether(keys);
	}

	@Override
	public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		return around(Call.ATTEMPT, () -> ((GroupLockProvider) this.real).attemptAll(claims, owner));
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		around(Call.RENEW, () -> {
			this.real.renew(leases, outcomes);
			return true;
		});
	}

	@Override
	public boolean canShortenLeases() {
		return this.real.canShortenLeases();
	}

	@Override
	public boolean isClientThread() {
		return this.real.isClientThread();
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return around(Call.YIELD, () -> this.real.yieldOrRenew(lease, lastToken, claim));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return around(Call.RELEASE, () -> this.real.release(key, owner, lastToken));
	}

	@Override
	public void addLossListener(Consumer<Collection<LockOwner>> listener) {
		if (this.real instanceof LossSource reporter) {
			reporter.addLossListener(listener);
		}
	}

	@Override
	public void removeLossListener(Consumer<Collection<LockOwner>> listener) {
		if (this.real instanceof LossSource reporter) {
			reporter.removeLossListener(listener);
		}
	}

	@Override
	public void close() {
		this.real.close();
	}

	protected static void assertNotInterrupted() {
		if (Thread.currentThread().isInterrupted()) {
			throw new AssertionError("A provider is never called with the interrupt flag set");
		}
	}

	/**
	 * What is asked of a provider.
	 */
	public enum Call {

		/**
		 * A lock, or several at once.
		 */
		ATTEMPT,

		/**
		 * A renewal.
		 */
		RENEW,

		/**
		 * A lock for another node, if one waits.
		 */
		YIELD,

		/**
		 * A release.
		 */
		RELEASE

	}

}
