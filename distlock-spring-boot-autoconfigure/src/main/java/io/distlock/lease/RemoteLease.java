package io.distlock.lease;

import java.time.Duration;

import io.distlock.provider.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A lease of this JVM in the store, while threads of the JVM hold it one after the other.
 * Its deadline counts from before the request was sent that granted or renewed it, less
 * an allowance for clocks that run at different speeds.
 * <p>
 * A store may keep a lock for less time than was asked for. Such a lease is renewed
 * underneath, also for a hold that nobody renews, until the end of what that hold asked
 * for.
 */
final class RemoteLease {

	private static final long DRIFT_NANOS = 2_000_000;

	private static final long MIN_VALIDITY_NANOS = 50_000_000;

	private final KeyQueue queue;

	private final Duration leaseTime;

	private final long durationNanos;

	/**
	 * Guarded by the queue: {@code false} once the lease is released, yielded or lost.
	 */
	private boolean live = true;

	private final Lease lease;

	/**
	 * When the store may end the lease, unless it is renewed.
	 */
	private volatile long storeDeadline;

	/**
	 * When the present hold ends, whatever is renewed.
	 */
	private volatile long end;

	private volatile long renewAt;

	private volatile boolean renewing;

	private volatile boolean expired;

	private volatile @Nullable Hold hold;

	/**
	 * Guarded by the queue.
	 */
	private final TokenBlock tokens;

	/**
	 * Create a lease.
	 * @param leaseTime what was asked for, which the store may have cut short
	 */
	RemoteLease(KeyQueue queue, Lease lease, Duration leaseTime, long sentAt) {
		this.queue = queue;
		this.leaseTime = leaseTime;
		this.durationNanos = Nanos.of(lease.duration());
		this.lease = lease;
		this.tokens = new TokenBlock(lease, sentAt);
		this.end = sentAt + Nanos.FOREVER;
		this.storeDeadline = safeEnd(sentAt, this.durationNanos);
		this.renewAt = sentAt + this.durationNanos / 3;
	}

	/**
	 * Count the lease from a renewal that was sent at this time.
	 */
	void extend(long sentAt) {
		long deadline = safeEnd(sentAt, this.durationNanos);
		if (deadline - this.storeDeadline > 0) {
			this.storeDeadline = deadline;
			this.renewAt = sentAt + this.durationNanos / 3;
		}
	}

	private static long safeEnd(long sentAt, long durationNanos) {
		return sentAt + durationNanos - durationNanos / 100 - DRIFT_NANOS;
	}

	void retryAt(long time) {
		this.renewAt = time;
	}

	long takeToken() {
		return this.tokens.take();
	}

	/**
	 * Return the last token that a hold of this lease has had.
	 */
	long lastToken() {
		return this.tokens.lastTaken();
	}

	/**
	 * Return whether the next local waiter can have this lease without a word to the
	 * store.
	 */
	boolean canBeHandedTo(Demand demand, LeaseSettings.HandOff bounds) {
		return demand.autoRenew() && hasTimeOf(demand) && this.tokens.lasts(bounds.maxDuration())
				&& Nanos.left(this.storeDeadline) > this.durationNanos / 2;
	}

	/**
	 * Return whether a waiter asked for just this lease time.
	 */
	boolean suits(@Nullable Waiter waiter) {
		return waiter != null && hasTimeOf(waiter.demand());
	}

	private boolean hasTimeOf(Demand demand) {
		return demand.claim().leaseTime().equals(this.leaseTime);
	}

	/**
	 * Return whether a waiter asked for as much time as was asked for this lease, or
	 * less.
	 */
	boolean covers(Demand demand) {
		return demand.claim().leaseTime().compareTo(this.leaseTime) <= 0;
	}

	boolean isWorthHaving() {
		return Nanos.left(this.storeDeadline) >= Math.max(MIN_VALIDITY_NANOS, this.durationNanos / 10);
	}

	/**
	 * Return whether the lease ran out by the local clock. Once anybody has seen that, no
	 * renewal changes it.
	 */
	boolean hasExpired() {
		if (!this.expired && Nanos.reached(deadline())) {
			this.expired = true;
		}
		return this.expired;
	}

	boolean isLive() {
		return this.live;
	}

	void end() {
		this.live = false;
	}

	KeyQueue queue() {
		return this.queue;
	}

	Lease lease() {
		return this.lease;
	}

	long durationNanos() {
		return this.durationNanos;
	}

	long deadline() {
		return endsEarly() ? this.storeDeadline : this.end;
	}

	/**
	 * Return whether the store may end the lease before its hold ends.
	 */
	boolean endsEarly() {
		return this.storeDeadline - this.end < 0;
	}

	long renewAt() {
		return this.renewAt;
	}

	boolean isRenewing() {
		return this.renewing;
	}

	void renewing(boolean renewing) {
		this.renewing = renewing;
	}

	@Nullable Hold hold() {
		return this.hold;
	}

	void hold(Hold hold) {
		this.hold = hold;
		long grantedAt = this.tokens.sentAt();
		this.end = hold.demand().autoRenew() ? grantedAt + Nanos.FOREVER : safeEnd(grantedAt, Nanos.of(this.leaseTime));
	}

}
