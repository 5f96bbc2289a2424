// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.distlock.internal.task.Durations;
import io.distlock.internal.task.Ticker;
import io.distlock.provider.Lease;
import org.jspecify.annotations.Nullable;

/**
 * Lease of this JVM in the store, held by one thread after the other. The deadline counts
 * from before the granting or renewing request was sent, less an allowance for clock
 * drift.
 * <p>
 * A store may grant less time than requested. Such a lease is renewed internally until
 * the end of the requested time, even for a hold without renewal.
 * <p>
 * Tokens, {@code live} and extensions are guarded by the queue of the key.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class RemoteLease {

	private static final long DRIFT_NANOS = 2_000_000;

	private static final long MIN_VALIDITY_NANOS = 50_000_000;

	private static final int INITIAL_PART_DIVISOR = 8;

	private final Ticker ticker;

	final Lease lease;

	private final long leaseNanos;

	final long durationNanos;

	private final long sentAt;

	/**
	 * Hands the lease out to holds.
	 */
	final Keeper keeper;

	/**
	 * Divisor of the maximum hand-over time; after this part of the time, the engine
	 * checks the store for waiting nodes.
	 */
	private int part = INITIAL_PART_DIVISOR;

	private long nextToken;

	private int passed;

	/**
	 * Guarded by the queue: {@code false} once the lease is released, yielded or lost.
	 */
	private boolean live = true;

	/**
	 * Time at which the store may end the lease without a renewal.
	 */
	private volatile long storeDeadline;

	/**
	 * End of the current hold, regardless of renewals.
	 */
	private volatile long end;

	/**
	 * Time of the next renewal by the watchdog.
	 */
	volatile long renewAt;

	/**
	 * Set while a renewal is pending.
	 */
	volatile boolean renewing;

	private volatile boolean expired;

	/**
	 * Changed under the monitor of this lease: a renewal in flight may report the end of
	 * the lease while the request of the owner ends.
	 */
	private volatile Return returning = Return.NONE;

	/**
	 * Renewals extend the lease only if they were sent after this time.
	 */
	private long extendableAfter;

	/**
	 * Create a lease.
	 * @param keeper hands the lease out to holds
	 * @param ticker the clock
	 * @param lease the lease granted by the store
	 * @param leaseNanos the requested lease, possibly longer than the granted lease
	 * @param sentAt the time of the request
	 */
	RemoteLease(Keeper keeper, Ticker ticker, Lease lease, long leaseNanos, long sentAt) {
		this.keeper = keeper;
		this.ticker = ticker;
		this.lease = lease;
		this.leaseNanos = leaseNanos;
		this.durationNanos = Math.min(TimeUnit.NANOSECONDS.convert(lease.duration()), leaseNanos);
		this.sentAt = sentAt;
		this.extendableAfter = sentAt;
		this.nextToken = lease.firstToken();
		this.end = sentAt + Durations.FOREVER;
		this.storeDeadline = safeEnd(sentAt, this.durationNanos);
		this.renewAt = sentAt + this.durationNanos / 3;
	}

	/**
	 * Return the lease that the store granted in exchange for this lease, because no
	 * other node waits. The engine then checks the store half as often.
	 * @param next the lease granted by the store
	 * @param leaseNanos the requested lease
	 * @param sentAt the time of the request
	 */
	RemoteLease renewed(Lease next, long leaseNanos, long sentAt) {
		RemoteLease renewed = new RemoteLease(this.keeper, this.ticker, next, leaseNanos, sentAt);
		renewed.part = Math.max(1, this.part / 2);
		return renewed;
	}

	private static long safeEnd(long sentAt, long durationNanos) {
		return sentAt + durationNanos - durationNanos / 100 - DRIFT_NANOS;
	}

	/**
	 * Extend an active lease, counted from the sending of the renewal.
	 */
	void extend(long sentAt) {
		long deadline = safeEnd(sentAt, this.durationNanos);
		if (this.live && sentAt - this.extendableAfter > 0 && !hasExpired() && deadline - this.storeDeadline > 0) {
			this.storeDeadline = deadline;
			this.renewAt = sentAt + this.durationNanos / 3;
		}
	}

	/**
	 * End the lease earlier by the local clock, before the same request is sent to the
	 * store. Renewals do not extend the lease until the store has confirmed the change,
	 * because a renewal might reach the store first.
	 * @return {@code true} if the lease lasted longer
	 */
	boolean shorten(long nanos) {
		long now = this.ticker.now();
		if (!this.live || hasExpired(now) || this.storeDeadline - now <= nanos) {
			return false;
		}
		this.storeDeadline = safeEnd(now, nanos);
		this.extendableAfter = now + Durations.FOREVER;
		return true;
	}

	/**
	 * Note that the store has shortened the lease: later renewals extend it.
	 */
	void shortened() {
		this.extendableAfter = this.ticker.now();
		this.renewAt = this.extendableAfter;
	}

	/**
	 * Begin a hold with the next token.
	 */
	long takeToken(boolean autoRenew) {
		this.end = autoRenew ? this.sentAt + Durations.FOREVER : safeEnd(this.sentAt, this.leaseNanos);
		return this.nextToken++;
	}

	/**
	 * Return the token of the last hold of this lease, or a number below all tokens of
	 * the lease without such a hold.
	 */
	long lastToken() {
		return this.nextToken - 1;
	}

	/**
	 * Return whether this lease can pass to the next local waiter without a store
	 * request.
	 * @param longestNanos the maximum time since the last store request
	 */
	boolean canBeHandedOn(long longestNanos) {
		return this.nextToken <= this.lease.lastToken() && isYoung(longestNanos);
	}

	/**
	 * Return whether the permit of this lease can pass to the next local waiter, with its
	 * token, without a store request.
	 * @param most the maximum number of consecutive hand-overs
	 * @param longestNanos the maximum time since the last store request
	 */
	boolean canBePassedOn(int most, long longestNanos) {
		return this.passed < most && isYoung(longestNanos);
	}

	private boolean isYoung(long longestNanos) {
		return this.returning == Return.NONE && this.ticker.now() - this.sentAt < longestNanos / this.part
				&& this.ticker.left(this.storeDeadline) > this.durationNanos / 2;
	}

	/**
	 * Begin another hold of a renewed permit, with the same token.
	 */
	long passOn() {
		this.passed++;
		this.end = this.sentAt + Durations.FOREVER;
		return lastToken();
	}

	/**
	 * Return whether the requested lease equals the request for this lease.
	 */
	boolean suits(long leaseNanos) {
		return leaseNanos == this.leaseNanos;
	}

	/**
	 * Return whether the requested lease is not longer than the request for this lease.
	 */
	boolean covers(long leaseNanos) {
		return this.returning == Return.NONE && leaseNanos <= this.leaseNanos;
	}

	boolean isWorthHaving() {
		return this.storeDeadline - this.ticker.now() >= Math.max(MIN_VALIDITY_NANOS, this.durationNanos / 10);
	}

	/**
	 * Return whether the lease has expired by the local clock. Irreversible: renewals do
	 * not extend an expired lease.
	 */
	boolean hasExpired() {
		return hasExpired(this.ticker.now());
	}

	boolean hasExpired(long now) {
		if (!this.expired && (this.storeDeadline - now <= 0 || this.end - now <= 0)) {
			this.expired = true;
		}
		return this.expired;
	}

	void end() {
		this.live = false;
	}

	/**
	 * Note that a request of the owner may release this lease from now on.
	 */
	synchronized void expectRelease() {
		this.returning = Return.POSSIBLE;
	}

	/**
	 * Note that the request had no effect.
	 * @return {@code true} if the lease ended meanwhile for another reason
	 */
	synchronized boolean dropExpectedRelease() {
		boolean ended = isReturned();
		this.returning = Return.NONE;
		return ended;
	}

	/**
	 * Note that the store no longer has this lease, if a request of the owner may have
	 * released it.
	 * @return {@code true} if such a request was sent
	 */
	synchronized boolean isReturnedByRequest() {
		if (this.returning == Return.POSSIBLE) {
			this.returning = Return.DONE;
		}
		return isReturned();
	}

	/**
	 * Return whether a request of the owner has released this lease in the store.
	 */
	boolean isReturned() {
		return this.returning == Return.DONE;
	}

	long deadline() {
		return endsEarly() ? this.storeDeadline : this.end;
	}

	long leftNanos() {
		return Math.max(0, this.ticker.left(deadline()));
	}

	/**
	 * Return whether the store may end the lease before the end of its hold.
	 */
	boolean endsEarly() {
		return this.storeDeadline - this.end < 0;
	}

	/**
	 * Progress of a release through a request of the owner.
	 */
	private enum Return {

		/**
		 * No request was sent.
		 */
		NONE,

		/**
		 * A request was sent and may take effect at any time.
		 */
		POSSIBLE,

		/**
		 * The store has released the lease.
		 */
		DONE

	}

	/**
	 * Hands out a lease to holds, and is notified of changes of the lease.
	 */
	interface Keeper {

		/**
		 * Run an action under the mutex that guards the lease and its holds.
		 */
		<T extends @Nullable Object> T locked(Supplier<T> action);

		/**
		 * Return whether a current hold requires renewal of the lease.
		 */
		boolean wantsRenewal(RemoteLease lease);

		/**
		 * The lease was renewed.
		 * @param sentAt the time of the request
		 */
		void renewed(RemoteLease lease, long sentAt);

		/**
		 * The lease expired by the local clock.
		 */
		void expire(RemoteLease lease);

		/**
		 * The store reported that this JVM no longer holds the lease.
		 */
		void taken(RemoteLease lease);

	}

}
