package io.distlock.lease;

import io.distlock.provider.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A lease of this JVM in the store, while threads of the JVM hold it one after the other.
 * Its deadline counts from before the request was sent that granted or renewed it, less
 * an allowance for clocks that run at different speeds.
 */
final class RemoteLease {

	private static final long DRIFT_NANOS = 2_000_000;

	private static final long MIN_VALIDITY_NANOS = 50_000_000;

	private final KeyQueue queue;

	private final long durationNanos;

	/**
	 * Guarded by the queue: {@code false} once the lease is released, yielded or lost.
	 */
	private boolean live = true;

	private volatile Lease lease;

	private volatile long deadline;

	private volatile long renewAt;

	private volatile boolean renewing;

	private volatile boolean expired;

	private volatile @Nullable Hold hold;

	private long grantedAt;

	private long nextToken;

	RemoteLease(KeyQueue queue, Lease lease, long sentAt) {
		this.queue = queue;
		this.durationNanos = Nanos.of(lease.duration());
		this.lease = lease;
		this.grantedAt = sentAt;
		this.nextToken = lease.firstToken();
		extend(sentAt);
	}

	/**
	 * Count the lease from a renewal that was sent at this time.
	 */
	void extend(long sentAt) {
		this.deadline = sentAt + this.durationNanos - this.durationNanos / 100 - DRIFT_NANOS;
		this.renewAt = sentAt + this.durationNanos / 3;
	}

	void retryAt(long time) {
		this.renewAt = time;
	}

	long takeToken() {
		return this.nextToken++;
	}

	/**
	 * Return whether the next local waiter can have this lease without a word to the
	 * store.
	 */
	boolean canBeHandedTo(Demand demand, LeaseSettings.HandOff bounds) {
		return this.nextToken <= this.lease.lastToken() && demand.autoRenew() && hasTimeOf(demand)
				&& Nanos.now() - this.grantedAt < Nanos.of(bounds.maxDuration())
				&& Nanos.left(this.deadline) > this.durationNanos / 2;
	}

	/**
	 * Return whether a waiter asked for just this lease time.
	 */
	boolean suits(@Nullable Waiter waiter) {
		return waiter != null && hasTimeOf(waiter.demand());
	}

	private boolean hasTimeOf(Demand demand) {
		return demand.claim().leaseTime().equals(this.lease.duration());
	}

	boolean isWorthHaving() {
		return Nanos.left(this.deadline) >= Math.max(MIN_VALIDITY_NANOS, this.durationNanos / 10);
	}

	/**
	 * Return whether the lease ran out by the local clock. Once anybody has seen that, no
	 * renewal changes it.
	 */
	boolean hasExpired() {
		if (!this.expired && Nanos.reached(this.deadline)) {
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
		return this.deadline;
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
	}

}
