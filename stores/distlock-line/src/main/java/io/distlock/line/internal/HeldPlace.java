// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Queue entry of a holder. Its fencing tokens begin with the store's transaction number
 * of the entry, and thus increase from holder to holder. The last 12 bits count
 * hand-overs within this process.
 * <p>
 * The store knows only the lease of the session, so this process ends the lease of the
 * lock: the entry is removed without a timely renewal. This decision is final.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 *
 * @param <P> the type of the entry
 * @since 0.1.0
 */
public final class HeldPlace<P extends Place> {

	private static final int TOKEN_BITS = 12;

	private static final long TOKENS = 1L << TOKEN_BITS;

	private static final long TOO_LARGE = 1L << (Long.SIZE - 1 - TOKEN_BITS);

	private static final long ENDED = Long.MIN_VALUE;

	private final P place;

	private final LockOwner owner;

	private final long epoch = System.nanoTime();

	/**
	 * End of the lease, counted from the epoch.
	 */
	private final AtomicLong end = new AtomicLong();

	private long usedTokens;

	private volatile @Nullable Lease last;

	private volatile boolean left;

	HeldPlace(P place, LockOwner owner) {
		this.place = place;
		this.owner = owner;
	}

	/**
	 * Return a lease with new tokens, as many as are left of the requested number. Called
	 * by one thread at a time.
	 * @param claim the claim
	 * @return the lease, no longer than the guaranteed time of the entry
	 * @throws LockStoreException if the store's transaction number is too large
	 */
	public Lease lease(LockClaim claim) {
		long first = firstToken() + this.usedTokens;
		long number = Math.min(claim.tokens(), TOKENS - this.usedTokens);
		this.usedTokens += number;
		Duration duration = shorter(claim.leaseTime(), this.place.trustLeft());
		Lease lease = Lease.of(claim.key(), this.owner, duration, first, first + number - 1);
		this.last = lease;
		return lease;
	}

	private long firstToken() {
		long transaction = this.place.transaction();
		if (transaction >= TOO_LARGE) {
			throw new LockStoreException(
					"The store is at transaction 0x%x, which leaves no room for fencing tokens".formatted(transaction),
					Outcome.PERMANENT, null);
		}
		return transaction << TOKEN_BITS;
	}

	/**
	 * Return the lease that was granted after a given lease.
	 * @param lease the given lease
	 * @return the next lease, or {@code null} if none was granted
	 */
	public @Nullable Lease leaseAfter(Lease lease) {
		Lease last = this.last;
		return (last != null && last.lastToken() != lease.lastToken()) ? last : null;
	}

	/**
	 * Return the last granted lease.
	 * @return the lease, or {@code null} if none was granted
	 */
	public @Nullable Lease last() {
		return this.last;
	}

	/**
	 * Return the unused tokens of the last lease.
	 * @param lastToken the last used token, zero if unknown
	 */
	public void returnTokens(long lastToken) {
		if (lastToken != 0) {
			this.usedTokens = Math.min(this.usedTokens, lastToken - firstToken() + 1);
		}
	}

	/**
	 * Record that a removal request is sent, possibly without an answer.
	 */
	void leave() {
		this.left = true;
	}

	/**
	 * Return whether a removal request has been sent.
	 * @return {@code true} after the request
	 */
	public boolean isLeft() {
		return this.left;
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

	/**
	 * Return whether tokens remain for another lease.
	 * @return {@code true} if tokens remain
	 */
	public boolean hasTokens() {
		return this.usedTokens < TOKENS;
	}

	/**
	 * Extend the lease, counted from now.
	 * @return {@code false} if the lease has ended
	 */
	boolean extend(Duration lease) {
		long end = age() + nanos(lease);
		return this.end.updateAndGet((before) -> (before == ENDED) ? before : Math.max(before, end)) != ENDED;
	}

	/**
	 * End the lease if it is due.
	 * @return {@code true} if the lease has ended
	 */
	boolean endIfDue() {
		long now = age();
		return this.end.updateAndGet((before) -> (before <= now) ? ENDED : before) == ENDED;
	}

	/**
	 * Return the remaining time of the lease.
	 */
	long leftNanos() {
		long end = this.end.get();
		return (end != ENDED) ? Math.max(0, end - age()) : 0;
	}

	private long age() {
		return System.nanoTime() - this.epoch;
	}

	private static long nanos(Duration duration) {
		return (duration.compareTo(Duration.ofDays(10_000)) < 0) ? duration.toNanos() : Long.MAX_VALUE / 4;
	}

	/**
	 * Return the queue entry.
	 * @return the entry
	 */
	public P place() {
		return this.place;
	}

	/**
	 * Return the highest possible token of an entry.
	 * @param transaction the store's transaction number of the entry
	 * @return the token
	 */
	public static long lastToken(long transaction) {
		return (transaction << TOKEN_BITS) + TOKENS - 1;
	}

	/**
	 * Return the granted attempt.
	 * @return the owner of the attempt
	 */
	public LockOwner owner() {
		return this.owner;
	}

}
