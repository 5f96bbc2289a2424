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
 * The place of a holder. Its fencing tokens begin with the number that the store counts
 * with the place, and so rise from holder to holder; the last 12 bits count the
 * hand-overs inside this process.
 * <p>
 * The store knows no leases but that of the session, so this process ends its own: the
 * place goes when its lease was not renewed in time. Once that has been decided, no
 * renewal changes it.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 *
 * @param <P> the place
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
	 * Return a lease with new tokens, as many as are left of those asked for. Only one
	 * thread at a time asks.
	 * @param claim what is asked for
	 * @return the lease, no longer than the place surely stays
	 * @throws LockStoreException if the store has had too many transactions
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
	 * Return the lease that was granted after another one.
	 * @param lease the other one
	 * @return the lease, or {@code null} if none was granted
	 */
	public @Nullable Lease leaseAfter(Lease lease) {
		Lease last = this.last;
		return (last != null && last.lastToken() != lease.lastToken()) ? last : null;
	}

	/**
	 * Return what was granted last.
	 * @return the lease, or {@code null} if none was granted
	 */
	public @Nullable Lease last() {
		return this.last;
	}

	/**
	 * Take back the tokens of the last lease that were not used.
	 * @param lastToken the last one that was used, zero if that is not known
	 */
	public void returnTokens(long lastToken) {
		if (lastToken != 0) {
			this.usedTokens = Math.min(this.usedTokens, lastToken - firstToken() + 1);
		}
	}

	/**
	 * Note that a request to remove the place is sent, and may have no answer.
	 */
	void leave() {
		this.left = true;
	}

	/**
	 * Return whether a request to remove the place has been sent.
	 * @return whether it has
	 */
	public boolean isLeft() {
		return this.left;
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

	/**
	 * Return whether there are tokens left for another lease.
	 * @return whether there are
	 */
	public boolean hasTokens() {
		return this.usedTokens < TOKENS;
	}

	/**
	 * Let the lease run from now on.
	 * @return {@code false} if it has ended
	 */
	boolean extend(Duration lease) {
		long end = age() + nanos(lease);
		return this.end.updateAndGet((before) -> (before == ENDED) ? before : Math.max(before, end)) != ENDED;
	}

	/**
	 * Let the lease end if it is time.
	 * @return whether it has ended
	 */
	boolean endIfDue() {
		long now = age();
		return this.end.updateAndGet((before) -> (before <= now) ? ENDED : before) == ENDED;
	}

	/**
	 * Return how much time is left of the lease.
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
	 * Return the place.
	 * @return the place
	 */
	public P place() {
		return this.place;
	}

	/**
	 * Return the last token that a place can have.
	 * @param transaction what the store counts with the place
	 * @return the last token
	 */
	public static long lastToken(long transaction) {
		return (transaction << TOKEN_BITS) + TOKENS - 1;
	}

	/**
	 * Return the attempt that was granted.
	 * @return the attempt
	 */
	public LockOwner owner() {
		return this.owner;
	}

}
