// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.distlock.internal.task.Durations;
import io.distlock.internal.task.Ticker;
import io.distlock.provider.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A lease of this JVM in the store, while threads of the JVM hold it one after the other.
 * Its deadline counts from before the request was sent that granted or renewed it, less
 * an allowance for clocks that run at different speeds.
 * <p>
 * A store may keep a lock for less time than was asked for. Such a lease is renewed
 * underneath, also for a hold that asks for no renewal, until the end of what that hold
 * asked for.
 * <p>
 * Tokens, {@code live} and extensions are guarded by the queue of the key.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class RemoteLease {

	private static final long DRIFT_NANOS = 2_000_000;

	private static final long MIN_VALIDITY_NANOS = 50_000_000;

	private static final int FIRST_PART = 8;

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
	 * The part of the longest time of hand-overs after which the store is asked whether
	 * another node waits.
	 */
	private int part = FIRST_PART;

	private long nextToken;

	private int passed;

	/**
	 * Guarded by the queue: {@code false} once the lease is released, yielded or lost.
	 */
	private boolean live = true;

	/**
	 * Time when the store may end the lease, unless it is renewed.
	 */
	private volatile long storeDeadline;

	/**
	 * Time when the current hold ends, whatever is renewed.
	 */
	private volatile long end;

	/**
	 * When the watchdog is to renew.
	 */
	volatile long renewAt;

	/**
	 * Whether a renewal is under way.
	 */
	volatile boolean renewing;

	private volatile boolean expired;

	private volatile Return returning = Return.NONE;

	/**
	 * Time after which a renewal must have been sent to extend the lease.
	 */
	private long extendableAfter;

	/**
	 * Create a lease.
	 * @param keeper hands the lease out to holds
	 * @param ticker the clock
	 * @param lease what the store granted
	 * @param leaseNanos the lease that was asked for, which the store may have cut short
	 * @param sentAt when the store was asked
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
	 * Return the lease that the store has given for this one, because no other node
	 * waits. So the store is asked half as often from now on.
	 * @param next what the store granted
	 * @param leaseNanos the lease that was asked for
	 * @param sentAt when the store was asked
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
	 * Count the lease from a renewal that was sent at this time, unless it has ended
	 * since.
	 */
	void extend(long sentAt) {
		long deadline = safeEnd(sentAt, this.durationNanos);
		if (this.live && sentAt - this.extendableAfter > 0 && !hasExpired() && deadline - this.storeDeadline > 0) {
			this.storeDeadline = deadline;
			this.renewAt = sentAt + this.durationNanos / 3;
		}
	}

	/**
	 * End the lease sooner by the local clock, before the store is asked for the same. No
	 * renewal extends it before the store has confirmed that: it might reach the store
	 * first.
	 * @return whether the lease lasted longer
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
	 * Note that the store has shortened the lease: renewals from now on extend it.
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
	 * Return the last token that a hold of this lease has had, less than all tokens of
	 * the lease if there was none.
	 */
	long lastToken() {
		return this.nextToken - 1;
	}

	/**
	 * Return whether the next local waiter can have this lease without a word to the
	 * store.
	 * @param longestNanos the longest time since the store was asked
	 */
	boolean canBeHandedOn(long longestNanos) {
		return this.nextToken <= this.lease.lastToken() && isYoung(longestNanos);
	}

	/**
	 * Return whether the next local waiter can have the permit of this lease, with its
	 * token, without a word to the store.
	 * @param most the most hand-overs in a row
	 * @param longestNanos the longest time since the store was asked
	 */
	boolean canBePassedOn(int most, long longestNanos) {
		return this.passed < most && isYoung(longestNanos);
	}

	private boolean isYoung(long longestNanos) {
		return this.returning == Return.NONE && this.ticker.now() - this.sentAt < longestNanos / this.part
				&& this.ticker.left(this.storeDeadline) > this.durationNanos / 2;
	}

	/**
	 * Begin another hold of a permit that is renewed, with the same token.
	 */
	long passOn() {
		this.passed++;
		this.end = this.sentAt + Durations.FOREVER;
		return lastToken();
	}

	/**
	 * Return whether just this lease time is asked for.
	 */
	boolean suits(long leaseNanos) {
		return leaseNanos == this.leaseNanos;
	}

	/**
	 * Return whether as much time is asked for as was for this lease, or less.
	 */
	boolean covers(long leaseNanos) {
		return this.returning == Return.NONE && leaseNanos <= this.leaseNanos;
	}

	boolean isWorthHaving() {
		return this.storeDeadline - this.ticker.now() >= Math.max(MIN_VALIDITY_NANOS, this.durationNanos / 10);
	}

	/**
	 * Return whether the lease ran out by the local clock. Once that was seen, no renewal
	 * changes it.
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
	void expectRelease() {
		this.returning = Return.POSSIBLE;
	}

	/**
	 * Note that the request had no effect.
	 * @return whether the lease ended meanwhile, and not by the request
	 */
	boolean dropExpectedRelease() {
		boolean ended = isReturned();
		this.returning = Return.NONE;
		return ended;
	}

	/**
	 * Note that the store no longer has this lease, if a request of the owner may have
	 * released it.
	 * @return whether such a request was sent
	 */
	boolean isReturnedByRequest() {
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
	 * Return whether the store may end the lease before its hold ends.
	 */
	boolean endsEarly() {
		return this.storeDeadline - this.end < 0;
	}

	/**
	 * Progress of a release by a request of the owner.
	 */
	private enum Return {

		/**
		 * No such request was sent.
		 */
		NONE,

		/**
		 * A request was sent, and may take effect at any time.
		 */
		POSSIBLE,

		/**
		 * The store has released the lease.
		 */
		DONE

	}

	/**
	 * Hands a lease out to holds, and is notified of what becomes of it.
	 */
	interface Keeper {

		/**
		 * Do something under the mutex that guards the lease and its holds.
		 */
		<T extends @Nullable Object> T locked(Supplier<T> action);

		/**
		 * Return whether a hold of this moment wants the lease to be renewed.
		 */
		boolean wantsRenewal(RemoteLease lease);

		/**
		 * The lease was renewed.
		 * @param sentAt when the store was asked
		 */
		void renewed(RemoteLease lease, long sentAt);

		/**
		 * The lease ran out by the local clock.
		 */
		void expire(RemoteLease lease);

		/**
		 * The store says that the lease is no longer ours.
		 */
		void taken(RemoteLease lease);

	}

}
