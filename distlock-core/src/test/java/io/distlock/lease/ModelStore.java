// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.distlock.LockMode;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.YieldResult;
import org.jspecify.annotations.Nullable;

/**
 * What any store does, in one step each: leases by its own clock, blocks of rising
 * tokens, and answers that are the same to a request that comes again.
 */
final class ModelStore {

	private final VirtualTime time;

	private final boolean remembers;

	private final Map<LockKey, Cell> cells = new HashMap<>();

	/**
	 * Create a store.
	 * @param remembers whether it refuses an attempt that arrives after its withdrawal
	 */
	ModelStore(VirtualTime time, boolean remembers) {
		this.time = time;
		this.remembers = remembers;
	}

	private Cell cell(LockKey key) {
		LockKey stored = (key.mode() == LockMode.PERMIT) ? key : key.in(LockMode.EXCLUSIVE);
		return this.cells.computeIfAbsent(stored, (any) -> new Cell());
	}

	/**
	 * Grant a free lock.
	 * @return the lease, or {@code null} if it is not free
	 */
	@Nullable Lease acquire(LockClaim claim, LockOwner owner) {
		Cell cell = cell(claim.key());
		if (this.remembers && cell.withdrawn.contains(owner)) {
			return null;
		}
		if (claim.key().mode() != LockMode.EXCLUSIVE) {
			return share(cell, claim, owner);
		}
		if (!isHeld(cell)) {
			hold(cell, claim, owner);
		}
		return owner.equals(cell.owner) ? lease(cell, claim) : null;
	}

	private @Nullable Lease share(Cell cell, LockClaim claim, LockOwner owner) {
		boolean kept = (claim.key().mode() == LockMode.SHARED) ? isKeptForWriter(cell, owner)
				: isKeptForFirst(cell, claim, owner);
		if (isHeldAlone(cell) || kept) {
			return null;
		}
		long token = Math.max(cell.lastToken + ((claim.key().mode() == LockMode.PERMIT) ? 1 : 0), 1);
		Lease lease = cell.holders.acquire(claim, owner, token, this.time.now());
		if (lease != null) {
			cell.end(this.time.now());
			cell.lastToken = Math.max(cell.lastToken, token);
		}
		return lease;
	}

	/**
	 * A writer that waits is next when the last reader has left.
	 */
	private boolean isKeptForWriter(Cell cell, LockOwner owner) {
		return !cell.writers.isEmpty() && !cell.holders.isHeldBy(owner, this.time.now());
	}

	/**
	 * Nodes get permits in the order in which they have come, as in all stores.
	 */
	private boolean isKeptForFirst(Cell cell, LockClaim claim, LockOwner owner) {
		return !cell.holders.isHeldBy(owner, this.time.now()) && cell.waiting.values()
			.stream()
			.findFirst()
			.filter((first) -> !first.equals(claim.holder()))
			.isPresent();
	}

	private void hold(Cell cell, LockClaim claim, LockOwner owner) {
		cell.end(this.time.now());
		cell.owner = owner;
		cell.heldFrom.add(this.time.now());
		grant(cell, claim);
		cell.firstToken = cell.lastToken - claim.tokens() + 1;
	}

	private void grant(Cell cell, LockClaim claim) {
		cell.expiresAt = this.time.now() + claim.leaseTime().toNanos();
		cell.lastToken = Math.max(cell.lastToken + 1, this.time.now() / 1000) + claim.tokens() - 1;
	}

	private static Lease lease(Cell cell, LockClaim claim) {
		return Lease.of(claim.key(), cell.owner, claim.leaseTime(), cell.lastToken - claim.tokens() + 1,
				cell.lastToken);
	}

	Duration remaining(LockKey key) {
		Cell cell = cell(key);
		return Duration.ofNanos(Math.max(0, Math.max(cell.expiresAt, cell.holders.end()) - this.time.now()));
	}

	boolean renew(Lease lease) {
		Cell cell = cell(lease.key());
		if (lease.key().mode() != LockMode.EXCLUSIVE) {
			return cell.holders.renew(lease, this.time.now());
		}
		boolean kept = lease.owner().equals(cell.owner) && isHeld(cell);
		if (kept) {
			cell.expiresAt = Math.max(cell.expiresAt, this.time.now() + lease.duration().toNanos());
		}
		return kept;
	}

	YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		Cell cell = cell(lease.key());
		if (!lease.owner().equals(cell.owner)) {
			return cell.released.contains(lease.owner()) ? new YieldResult.Yielded(Duration.ZERO)
					: new YieldResult.Lost();
		}
		if (!cell.waiting.isEmpty()) {
			release(lease.key(), lease.owner(), lastToken);
			return new YieldResult.Yielded(Duration.ofMillis(5));
		}
		grant(cell, claim);
		return new YieldResult.Renewed(lease(cell, claim));
	}

	boolean release(LockKey key, LockOwner owner, long lastToken) {
		Cell cell = cell(key);
		if (cell.holders.release(owner, this.time.now())) {
			cell.released.add(owner);
			cell.withdrawn.add(owner);
			List.copyOf(cell.waiting.keySet()).forEach(Runnable::run);
			return true;
		}
		if (!owner.equals(cell.owner)) {
			cell.withdrawn.add(owner);
			return cell.released.contains(owner);
		}
		cell.end(this.time.now());
		cell.lastToken = (lastToken > 0) ? lastToken : cell.lastToken;
		cell.released.add(owner);
		cell.withdrawn.add(owner);
		cell.waiting.keySet().forEach(Runnable::run);
		return true;
	}

	void await(LockClaim claim, Runnable wakeUp) {
		LockKey key = claim.key();
		cell(key).waiting.putIfAbsent(wakeUp, claim.holder());
		if (key.mode() == LockMode.EXCLUSIVE) {
			cell(key).writers.add(wakeUp);
		}
	}

	void leave(LockKey key, Runnable wakeUp) {
		cell(key).waiting.remove(wakeUp);
		cell(key).writers.remove(wakeUp);
	}

	boolean isHeld(LockKey key) {
		return isHeld(cell(key));
	}

	private boolean isHeld(Cell cell) {
		return isHeldAlone(cell) || cell.holders.living(this.time.now()) > 0;
	}

	private boolean isHeldAlone(Cell cell) {
		return cell.owner != null && cell.expiresAt > this.time.now();
	}

	boolean wasSharedTwice() {
		return this.cells.values().stream().anyMatch((cell) -> cell.holders.wasSharedTwice());
	}

	/**
	 * Return whether a lock was held at any time since then.
	 */
	boolean wasHeldSince(LockKey key, long since) {
		Cell cell = cell(key);
		return isHeld(cell) || cell.heldUntil.stream().anyMatch((end) -> end >= since)
				|| cell.heldFrom.stream().anyMatch((start) -> start >= since)
				|| cell.owner != null && cell.expiresAt >= since;
	}

	/**
	 * Return whether the lease that a token belonged to ran out, which is the only way to
	 * lose one here.
	 */
	boolean hasExpired(LockKey key, long token) {
		Cell cell = cell(key);
		boolean current = cell.owner != null && token >= cell.firstToken && token <= cell.lastToken;
		return current ? !isHeld(cell) : cell.expired.stream().anyMatch((block) -> block.contains(token));
	}

	/**
	 * What is stored of a lock.
	 */
	private static final class Cell {

		private final Set<LockOwner> released = new HashSet<>();

		private final Set<LockOwner> withdrawn = new HashSet<>();

		/**
		 * Those who wait, in the order in which they have come, and their nodes.
		 */
		private final Map<Runnable, String> waiting = new LinkedHashMap<>();

		private final Set<Runnable> writers = new HashSet<>();

		private final ModelHolders holders = new ModelHolders();

		private final List<Long> heldFrom = new ArrayList<>();

		private final List<Long> heldUntil = new ArrayList<>();

		private final List<Tokens> expired = new ArrayList<>();

		private @Nullable LockOwner owner;

		private long firstToken;

		private long expiresAt;

		private long lastToken;

		void end(long now) {
			if (this.owner != null) {
				this.heldUntil.add(Math.min(now, this.expiresAt));
			}
			if (this.owner != null && now >= this.expiresAt) {
				this.expired.add(new Tokens(this.firstToken, this.lastToken));
			}
			this.owner = null;
		}

	}

	/**
	 * All tokens of one owner, over its renewals.
	 *
	 * @param first the first one
	 * @param last the last one
	 */
	private record Tokens(long first, long last) {

		boolean contains(long token) {
			return token >= this.first && token <= this.last;
		}

	}

}
