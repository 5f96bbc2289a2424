// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.provider.HoldRules;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.StoredLock;
import io.distlock.record.StoreClock.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the store has of one key, and what becomes of it. Pure: who changes a
 * record reads it, asks one of these methods, and writes the result unless the record has
 * changed meanwhile. To repeat a change of the same owner changes nothing.
 * <p>
 * Times are microseconds of the store's clock.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @param lastToken the highest token that was granted, zero if there is none
 * @param lastMode how the key was held last
 * @param used when it was granted or released last
 * @param holders those who hold the key, and those whose leases have ended and who have
 * no successor yet
 * @param waiters nodes that wait, the first come first
 * @param released the owners that were released last
 * @param permits the number of permits, if the key is one of permits
 */
record LockRecord(long lastToken, LockMode lastMode, long used, List<Holder> holders, List<Waiter> waiters,
		List<LockOwner> released, HoldRules.@Nullable InForce permits) {

	static final LockRecord NEW = new LockRecord(0, LockMode.EXCLUSIVE, 0, List.of(), List.of(), List.of(), null);

	/**
	 * How long a node that waits counts as waiting unless it says so again.
	 */
	static final Duration SIGN = Duration.ofSeconds(3);

	private static final long SIGN_MICROS = StoreClock.micros(SIGN);

	/**
	 * A sign that lasts longer than this was written before the clock was set back.
	 */
	private static final long LONGEST_SIGN = 5 * SIGN_MICROS;

	private static final int REMEMBERED = 8;

	private static final long PERMITS_RENEWED = StoreClock.micros(HoldRules.PERMITS_KEPT.dividedBy(2));

	/**
	 * Return who holds the key now.
	 */
	List<Holder> live(Bounds now) {
		return this.holders.stream().filter((holder) -> holder.end() > now.earliest()).toList();
	}

	/**
	 * Return the hold of an owner, whether or not its lease has ended.
	 */
	@Nullable Holder find(LockKey key, LockOwner owner) {
		return this.holders.stream()
			.filter((holder) -> holder.owner().equals(owner) && holder.mode() == key.mode())
			.findFirst()
			.orElse(null);
	}

	boolean isReleased(LockOwner owner) {
		return this.released.contains(owner);
	}

	boolean isAwaited(Bounds now) {
		return waiting(now).findAny().isPresent();
	}

	private Stream<Waiter> waiting(Bounds now) {
		return this.waiters.stream()
			.filter((waiter) -> waiter.until() > now.earliest() && waiter.until() - now.latest() < LONGEST_SIGN);
	}

	/**
	 * Return whether no owner is left, not even one whose lease has ended.
	 */
	boolean isUnused() {
		return this.holders.isEmpty();
	}

	/**
	 * Return whether the record may be deleted: nothing counts any more, and a new one
	 * would grant greater tokens.
	 * @param idle how long it must not have been used
	 */
	boolean isIdle(Duration idle, Bounds now) {
		boolean noPermits = this.permits == null || StoreClock.micros(this.permits.until()) <= now.earliest();
		return live(now).isEmpty() && !isAwaited(now) && noPermits
				&& Math.max(this.lastToken, this.used) < now.earliest() - StoreClock.micros(idle);
	}

	/**
	 * Ask for the key.
	 * @param contender who asks, as it stands among the waiters
	 */
	Decision ask(LockClaim claim, LockOwner owner, String contender, Bounds now) {
		Holder mine = find(claim.key(), owner);
		if (mine != null) {
			return new Decision(this, lease(claim, owner, mine.token()));
		}
		LockMode mode = claim.key().mode();
		List<Holder> live = live(now);
		HoldRules.InForce permits = (mode == LockMode.PERMIT)
				? HoldRules.inForce(this.permits, claim.permits(), StoreClock.instant(now.earliest())) : this.permits;
		LockMode held = live.isEmpty() ? this.lastMode : live.get(0).mode();
		if (!HoldRules.mayHold(mode, held, live.size(), number(permits), writerWaits(contender, now))) {
			return new Decision(mustBeWritten(permits, now) ? with(permits) : this, null);
		}
		long last = nextToken(claim, now);
		List<Holder> holders = new ArrayList<>(live);
		holders.add(new Holder(owner, mode, end(claim.leaseTime(), now), claim.leaseTime(), last, claim.holder()));
		LockRecord granted = new LockRecord(Math.max(this.lastToken, last), mode, now.earliest(), List.copyOf(holders),
				without(contender), this.released, permits);
		return new Decision(granted, lease(claim, owner, last));
	}

	private boolean writerWaits(String contender, Bounds now) {
		return waiting(now).takeWhile((waiter) -> !waiter.contender().equals(contender))
			.anyMatch((waiter) -> waiter.mode() == LockMode.EXCLUSIVE);
	}

	private static int number(HoldRules.@Nullable InForce permits) {
		return (permits != null) ? permits.permits().number() : 0;
	}

	/**
	 * A number that stays what it is costs a write every half minute.
	 */
	private boolean mustBeWritten(HoldRules.@Nullable InForce permits, Bounds now) {
		return permits != null && (this.permits == null || !this.permits.permits().equals(permits.permits())
				|| StoreClock.micros(this.permits.until()) - now.earliest() < PERMITS_RENEWED);
	}

	/**
	 * Readers have the token of the last writer, and all others one that is new.
	 */
	private long nextToken(LockClaim claim, Bounds now) {
		return (claim.key().mode() == LockMode.SHARED && this.lastToken != 0) ? this.lastToken
				: tokenAfter(this.lastToken, claim, now);
	}

	private static long tokenAfter(long last, LockClaim claim, Bounds now) {
		return Math.max(last + 1, now.highest()) + tokens(claim) - 1;
	}

	private static int tokens(LockClaim claim) {
		return claim.key().isExclusive() ? claim.tokens() : 1;
	}

	private static Lease lease(LockClaim claim, LockOwner owner, long last) {
		return Lease.of(claim.key(), owner, claim.leaseTime(), last - tokens(claim) + 1, last);
	}

	private static long end(Duration lease, Bounds now) {
		return now.latest() + StoreClock.micros(lease);
	}

	/**
	 * Count a lease from now on.
	 */
	LockRecord renewed(Holder holder, Duration lease, Bounds now) {
		return with(this.lastToken, replaced(holder, lease, now, holder.token(), holder.name()));
	}

	/**
	 * Count the lease of a holder from now on, with a new block of tokens, which ends
	 * with the highest one.
	 * @param lastToken the last token of the block before that was used, zero if that is
	 * not known
	 */
	LockRecord handedOver(Holder holder, long lastToken, LockClaim claim, Bounds now) {
		long last = tokenAfter(used(holder, lastToken), claim, now);
		List<Holder> holders = replaced(holder, claim.leaseTime(), now, last, claim.holder());
		return with(last, holders);
	}

	/**
	 * Take an owner from those who hold the key.
	 */
	LockRecord released(Holder holder, long lastToken, Bounds now) {
		List<LockOwner> released = Stream.concat(Stream.of(holder.owner()), this.released.stream())
			.limit(REMEMBERED)
			.toList();
		return new LockRecord(used(holder, lastToken), this.lastMode, now.earliest(),
				this.holders.stream().filter((other) -> other != holder).toList(), this.waiters, released,
				this.permits);
	}

	/**
	 * Return the highest token that counts as granted once a holder has given back those
	 * that it did not use.
	 */
	private long used(Holder holder, long lastToken) {
		boolean last = holder.mode() == LockMode.EXCLUSIVE && holder.token() == this.lastToken;
		return (last && lastToken != 0) ? Math.min(this.lastToken, lastToken) : this.lastToken;
	}

	/**
	 * End what is held.
	 */
	LockRecord forced(Bounds now) {
		return new LockRecord(this.lastToken, this.lastMode, now.earliest(), List.of(), this.waiters, this.released,
				this.permits);
	}

	/**
	 * Say that a node waits.
	 */
	LockRecord waiting(String contender, LockMode mode, Bounds now) {
		Waiter sign = new Waiter(contender, mode, now.latest() + SIGN_MICROS);
		List<Waiter> waiters = new ArrayList<>();
		boolean known = false;
		for (Waiter waiter : this.waiters) {
			boolean same = waiter.contender().equals(contender);
			known |= same;
			if (same || waiter.until() > now.earliest()) {
				waiters.add(same ? sign : waiter);
			}
		}
		if (!known) {
			waiters.add(sign);
		}
		return with(List.copyOf(waiters));
	}

	/**
	 * Return whether the sign of a node that waits is about to end.
	 */
	boolean needsSign(String contender, Bounds now) {
		return this.waiters.stream()
			.noneMatch((waiter) -> waiter.contender().equals(contender)
					&& waiter.until() - now.earliest() > SIGN_MICROS / 2);
	}

	LockRecord notWaiting(String contender) {
		return with(without(contender));
	}

	private List<Waiter> without(String contender) {
		return this.waiters.stream().filter((waiter) -> !waiter.contender().equals(contender)).toList();
	}

	private List<Holder> replaced(Holder before, Duration lease, Bounds now, long token, String name) {
		Holder after = new Holder(before.owner(), before.mode(), end(lease, now), lease, token, name);
		return this.holders.stream().map((holder) -> (holder == before) ? after : holder).toList();
	}

	private LockRecord with(long lastToken, List<Holder> holders) {
		return new LockRecord(lastToken, this.lastMode, this.used, holders, this.waiters, this.released, this.permits);
	}

	private LockRecord with(List<Waiter> waiters) {
		return new LockRecord(this.lastToken, this.lastMode, this.used, this.holders, waiters, this.released,
				this.permits);
	}

	private LockRecord with(HoldRules.@Nullable InForce permits) {
		return new LockRecord(this.lastToken, this.lastMode, this.used, this.holders, this.waiters, this.released,
				permits);
	}

	/**
	 * Return how long it takes until one more owner may hold the key, at most.
	 */
	Duration untilFree(LockMode mode, Bounds now) {
		LongStream ends = live(now).stream().mapToLong((holder) -> holder.end() - now.earliest());
		return Duration.of(((mode == LockMode.PERMIT) ? ends.min() : ends.max()).orElse(0), ChronoUnit.MICROS);
	}

	/**
	 * Describe what is held, one entry for each owner.
	 * @param key the encoded key
	 */
	List<StoredLock> describe(String key, Bounds now) {
		return live(now).stream().map((holder) -> {
			long micros = Math.min(holder.end() - now.time(), StoreClock.micros(holder.lease()));
			Duration remaining = Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
			StoredLock lock = StoredLock.of(key, holder.name(), holder.token(), remaining, isAwaited(now)).sinceToken();
			return (holder.mode() == LockMode.SHARED) ? lock.together() : lock;
		}).toList();
	}

	/**
	 * An owner that holds the key.
	 *
	 * @param owner the owner
	 * @param mode how it holds the key
	 * @param end when its lease ends
	 * @param lease how long it was asked for
	 * @param token the last token of its block
	 * @param name the node, for people
	 */
	record Holder(LockOwner owner, LockMode mode, long end, Duration lease, long token, String name) {

	}

	/**
	 * A node that waits.
	 *
	 * @param contender who waits
	 * @param mode how it wants to hold the key
	 * @param until how long this counts
	 */
	record Waiter(String contender, LockMode mode, long until) {

	}

	/**
	 * Answer to an owner that asks.
	 *
	 * @param after what becomes of the record
	 * @param lease what is granted, if anything is
	 */
	record Decision(LockRecord after, @Nullable Lease lease) {

	}

}
