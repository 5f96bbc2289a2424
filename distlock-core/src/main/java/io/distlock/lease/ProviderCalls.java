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
 * Calls of the engine to its provider. Made without an interrupt flag, because clients
 * and drivers close connections of interrupted threads.
 */
final class ProviderCalls {

	private static final Logger logger = LoggerFactory.getLogger(ProviderCalls.class);

	/**
	 * Set if the store grants fencing tokens.
	 */
	final boolean fencing;

	private final String instance = newInstance();

	private final AtomicLong owners = new AtomicLong();

	private final LockProvider provider;

	ProviderCalls(LockProvider provider) {
		this.fencing = provider.hasFencingTokens();
		this.provider = provider;
	}

	private static String newInstance() {
		byte[] random = new byte[16];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(random) + ":";
	}

	/**
	 * Create the owner of an attempt from 128 random bits of this engine and a counter.
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
	 * Register a listener for losses that the client of the store detects by itself, if
	 * supported.
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
	 * Return whether the store can grant several keys in one step.
	 */
	boolean canGrantTogether(List<LockKey> keys) {
		return this.provider instanceof GroupLockProvider group && group.canGrantTogether(keys);
	}

	Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		return Uninterrupted.call(() -> ((GroupLockProvider) this.provider).attemptAll(claims, owner));
	}

	/**
	 * Leave the contest for a key. Exceptions are ignored, so that a grant and the queue
	 * position of the next waiter are kept.
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
	 * Release a lease.
	 * @param lastToken the last used token of the lease
	 * @return {@code true} if this JVM still held the lease
	 */
	boolean release(Lease lease, long lastToken) {
		return Uninterrupted.call(() -> this.provider.release(lease.key(), lease.owner(), lastToken));
	}

	/**
	 * Release the lock that an owner may hold.
	 * @return {@code true} if the store knew the owner
	 */
	boolean release(LockKey key, LockOwner owner) {
		return Uninterrupted.call(() -> this.provider.release(key, owner));
	}

}
