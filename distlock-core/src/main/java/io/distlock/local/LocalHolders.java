// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;

import io.distlock.LockMode;
import io.distlock.provider.HoldRules;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * Those who hold one key of the in-process store together, each with an end of its own.
 * Guarded by the provider.
 */
final class LocalHolders {

	private final LocalClock clock;

	private final Map<LockOwner, Holder> holders = new LinkedHashMap<>();

	private HoldRules.@Nullable InForce permits;

	LocalHolders(LocalClock clock) {
		this.clock = clock;
	}

	/**
	 * Return whether one more owner may hold the key, which is not held exclusively.
	 */
	boolean hasRoom(LockClaim claim, Instant now, boolean writerWaits) {
		LockMode mode = claim.key().mode();
		if (mode == LockMode.PERMIT) {
			this.permits = HoldRules.inForce(this.permits, claim.permits(), now);
		}
		int number = (this.permits != null) ? this.permits.permits().number() : 0;
		return HoldRules.mayHold(mode, LockMode.SHARED, live(), number, writerWaits);
	}

	/**
	 * Return what an owner holds, {@code null} if it holds nothing any more.
	 */
	@Nullable Lease leaseOf(LockOwner owner) {
		Holder holder = this.holders.get(owner);
		return (holder != null && holder.isLive(this.clock.nanoTime())) ? holder.lease() : null;
	}

	/**
	 * Add an owner, in the place of all whose leases have ended.
	 */
	void add(Lease lease, String name) {
		long now = this.clock.nanoTime();
		this.holders.values().removeIf((holder) -> !holder.isLive(now));
		put(lease, name);
	}

	private void put(Lease lease, String name) {
		this.holders.put(lease.owner(), new Holder(lease, name, this.clock.nanoTime() + lease.duration().toNanos()));
	}

	boolean renew(Lease lease) {
		Holder holder = this.holders.get(lease.owner());
		if (holder != null) {
			put(lease, holder.name());
		}
		return holder != null;
	}

	boolean remove(LockOwner owner) {
		return this.holders.remove(owner) != null;
	}

	void clear() {
		this.holders.clear();
	}

	int live() {
		return (int) remaining().count();
	}

	/**
	 * Return whether no owner holds the key, and no number of permits counts any more.
	 */
	boolean isForgettable() {
		HoldRules.InForce number = this.permits;
		return this.holders.isEmpty() && (number == null || !number.until().isAfter(this.clock.instant()));
	}

	/**
	 * Return the nanoseconds until the first lease ends, or zero.
	 */
	long untilFirstEnd() {
		return remaining().min().orElse(0);
	}

	/**
	 * Return the nanoseconds until the last lease ends, or zero.
	 */
	long untilLastEnd() {
		return remaining().max().orElse(0);
	}

	private LongStream remaining() {
		long now = this.clock.nanoTime();
		return this.holders.values()
			.stream()
			.filter((holder) -> holder.isLive(now))
			.mapToLong((holder) -> holder.expiresAt() - now);
	}

	Collection<Holder> all() {
		return this.holders.values();
	}

	/**
	 * One of those who hold the key.
	 *
	 * @param lease its lease
	 * @param name the node, for people
	 * @param expiresAt when the lease ends, by the monotonic clock
	 */
	record Holder(Lease lease, String name, long expiresAt) {

		boolean isLive(long now) {
			return this.expiresAt - now > 0;
		}

		Duration remaining(long now) {
			return Duration.ofNanos(Math.max(0, this.expiresAt - now));
		}

	}

}
