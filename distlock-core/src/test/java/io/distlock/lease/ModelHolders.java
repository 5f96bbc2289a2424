// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import io.distlock.LockMode;
import io.distlock.provider.HoldRules;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * Those who hold a key of the {@link ModelStore} together: each with an end of its own,
 * all of them by {@link HoldRules}.
 */
final class ModelHolders {

	/**
	 * For how long a lease that is shared is young.
	 */
	static final Duration WINDOW = Duration.ofMillis(100);

	/**
	 * For how long a release may be under way.
	 */
	private static final Duration UNDER_WAY = Duration.ofMillis(20);

	private final Map<LockOwner, Holder> holders = new HashMap<>();

	private HoldRules.@Nullable InForce permits;

	/**
	 * Those whose node was granted another lease while theirs was young, and when.
	 */
	private final Map<LockOwner, Long> unjoined = new HashMap<>();

	/**
	 * Grant what there is room for.
	 * @return the lease, or {@code null} if there is no room
	 */
	@Nullable Lease acquire(LockClaim claim, LockOwner owner, long token, long now) {
		if (isHeldBy(owner, now)) {
			return this.holders.get(owner).lease;
		}
		if (!HoldRules.mayHold(claim.key().mode(), LockMode.SHARED, living(now), permits(claim, now), false)) {
			return null;
		}
		this.holders.forEach((other, holder) -> {
			if (holder.isJoinable(claim, now)) {
				this.unjoined.putIfAbsent(other, now);
			}
		});
		Lease lease = Lease.of(claim.key(), owner, claim.leaseTime(), token, token);
		this.holders.put(owner, new Holder(lease, claim.holder(), now));
		return lease;
	}

	private int permits(LockClaim claim, long now) {
		if (claim.key().mode() != LockMode.PERMIT) {
			return 0;
		}
		HoldRules.InForce inForce = HoldRules.inForce(this.permits, claim.permits(), Instant.EPOCH.plusNanos(now));
		this.permits = inForce;
		return inForce.permits().number();
	}

	boolean isHeldBy(LockOwner owner, long now) {
		Holder holder = this.holders.get(owner);
		return holder != null && holder.until > now;
	}

	int living(long now) {
		return (int) this.holders.values().stream().filter((holder) -> holder.until > now).count();
	}

	/**
	 * Return when the last of them ends.
	 */
	long end() {
		return this.holders.values().stream().mapToLong((holder) -> holder.until).max().orElse(0);
	}

	boolean renew(Lease lease, long now) {
		Holder holder = this.holders.get(lease.owner());
		boolean kept = holder != null && holder.until > now;
		if (holder != null && kept) {
			holder.until = Math.max(holder.until, now + lease.duration().toNanos());
		}
		return kept;
	}

	boolean release(LockOwner owner, long now) {
		this.unjoined.computeIfPresent(owner, (any, at) -> (now - at < UNDER_WAY.toNanos()) ? null : at);
		return this.holders.remove(owner) != null;
	}

	/**
	 * Return whether a node was granted a second lease to share the key while its first
	 * one was young: its threads should have joined that.
	 */
	boolean wasSharedTwice() {
		return !this.unjoined.isEmpty();
	}

	/**
	 * One of them.
	 */
	private static final class Holder {

		private final Lease lease;

		private final String node;

		private final long since;

		private long until;

		Holder(Lease lease, String node, long now) {
			this.lease = lease;
			this.node = node;
			this.since = now;
			this.until = now + lease.duration().toNanos();
		}

		boolean isJoinable(LockClaim claim, long now) {
			LockKey key = this.lease.key();
			return key.mode() == LockMode.SHARED && key.equals(claim.key()) && this.node.equals(claim.holder())
					&& this.lease.duration().equals(claim.leaseTime()) && now - this.since < WINDOW.toNanos()
					&& this.until > now;
		}

	}

}
