// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.distlock.LockMode;
import io.distlock.internal.task.Durations;
import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.Ticker;
import io.distlock.internal.thread.Uninterrupted;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The provider as the engine calls it: never with an interrupt flag set, since clients
 * and drivers close connections over it.
 */
final class ProviderCalls {

	private static final Logger logger = LoggerFactory.getLogger(ProviderCalls.class);

	/**
	 * Whether what the store grants has fencing tokens.
	 */
	final boolean fencing;

	private final String instance = newInstance();

	private final AtomicLong owners = new AtomicLong();

	private final LockProvider provider;

	private final Withdrawals withdrawals;

	ProviderCalls(LockProvider provider, EngineTasks tasks, Ticker ticker) {
		this.fencing = provider.hasFencingTokens();
		this.provider = provider;
		this.withdrawals = new Withdrawals(provider.name(), this::release, tasks, ticker);
	}

	private static String newInstance() {
		byte[] random = new byte[16];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(random) + ":";
	}

	/**
	 * Make an owner for an attempt: 128 random bits of this engine and a counter.
	 * <p>
	 * See the page 'engine-protocol' of the reference.
	 */
	LockOwner newOwner() {
		return new LockOwner(this.instance + this.owners.getAndIncrement());
	}

	String name() {
		return this.provider.name();
	}

	/**
	 * Listen for losses that the store's client notices by itself, if it does.
	 */
	void addLossListener(Consumer<Collection<LockOwner>> listener) {
		if (this.provider instanceof LossSource reporter) {
			reporter.addLossListener(listener);
		}
	}

	void removeLossListener(Consumer<Collection<LockOwner>> listener) {
		if (this.provider instanceof LossSource reporter) {
			reporter.removeLossListener(listener);
		}
	}

	Set<LockMode> modes() {
		return this.provider.modes();
	}

	Contender contend(LockClaim claim, Runnable wakeUp) {
		return this.provider.contend(claim, wakeUp);
	}

	/**
	 * Return whether several keys can be asked for in one step.
	 */
	boolean canGrantTogether(List<LockKey> keys) {
		return this.provider instanceof GroupLockProvider group && group.canGrantTogether(keys);
	}

	Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		return Uninterrupted.call(() -> ((GroupLockProvider) this.provider).attemptAll(claims, owner));
	}

	/**
	 * Leave the contest. Whatever that may throw is no reason to lose a grant, or the
	 * place of the next waiter.
	 */
	void close(Contender contender) {
		try {
			contender.close();
		}
		catch (RuntimeException | Error ex) {
			logger.error("Could not close a contender of provider '{}'", name(), ex);
		}
	}

	void renew(Collection<Lease> leases, RenewalListener outcomes) {
		Uninterrupted.call(() -> {
			this.provider.renew(leases, outcomes);
			return true;
		});
	}

	boolean canShortenLeases() {
		return this.provider.canShortenLeases();
	}

	boolean isClientThread() {
		return this.provider.isClientThread();
	}

	YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return Uninterrupted.call(() -> this.provider.yieldOrRenew(lease, lastToken, claim));
	}

	/**
	 * Release a lease. A failure is not the caller's: it is logged, and the release
	 * repeated in the background until the lease would have ended anyway. On a thread of
	 * the store's client, it is done in the background at once.
	 * @param lastToken the last token of the lease that was used
	 * @return whether the lease was still ours, as far as is known
	 */
	boolean release(Lease lease, long lastToken) {
		if (isClientThread()) {
			withdraw(lease.key(), lease.owner(), Durations.of(lease.duration()));
			return true;
		}
		try {
			return Uninterrupted.call(() -> this.provider.release(lease.key(), lease.owner(), lastToken));
		}
		catch (RuntimeException ex) {
			logger.warn(
					"Could not release lock '{}' in provider '{}'; will retry in the background until its lease of {} expires",
					lease.key(), name(), Durations.text(lease.duration()), ex);
			withdraw(lease.key(), lease.owner(), Durations.of(lease.duration()));
			return true;
		}
	}

	/**
	 * Release what an owner may have.
	 * @return whether the store knew the owner
	 */
	private boolean release(LockKey key, LockOwner owner) {
		return Uninterrupted.call(() -> this.provider.release(key, owner));
	}

	/**
	 * Release a lease that was granted and never used.
	 */
	void giveBack(Lease lease) {
		release(lease, lease.firstToken() - 1);
	}

	/**
	 * Make sure that a request whose outcome is not known does not keep others out.
	 */
	void withdraw(LockKey key, LockOwner owner, long leaseNanos) {
		this.withdrawals.withdraw(key, owner, leaseNanos);
	}

	/**
	 * Release in the background what was lost here but may still be ours in the store. A
	 * renewal that is under way may take effect after a first release.
	 */
	void giveUp(RemoteLease lease) {
		if (lease.renewing) {
			withdraw(lease.lease.key(), lease.lease.owner(), lease.durationNanos);
		}
		else {
			this.withdrawals.release(lease.lease.key(), lease.lease.owner());
		}
	}

}
