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
 * State of one key in the store, and its transitions. Immutable, without access to the
 * store: a caller reads a record, calls one of these methods, and writes the result
 * unless the record has changed meanwhile. A repeated change of the same owner has no
 * effect.
 * <p>
 * Times are microseconds of the store's clock.
 * <p>
 * See the page 'record-protocol' of the reference.
 *
 * @param lastToken the highest granted token, zero for none
 * @param lastMode the mode of the last hold
 * @param used time of the last grant or release
 * @param holders the holders, including holders with an expired lease and without a
 * successor
 * @param waiters the waiting nodes, in order of arrival
 * @param released the most recently released owners
 * @param permits the number of permits, for a key of permits
 */
record LockRecord(long lastToken, LockMode lastMode, long used, List<Holder> holders, List<Waiter> waiters,
		List<LockOwner> released, HoldRules.@Nullable InForce permits) {

	static final LockRecord NEW = new LockRecord(0, LockMode.EXCLUSIVE, 0, List.of(), List.of(), List.of(), null);

	/**
	 * Time for which a node counts as waiting without a further sign.
	 */
	static final Duration WAIT_SIGN = Duration.ofSeconds(3);

	private static final long WAIT_SIGN_MICROS = StoreClock.micros(WAIT_SIGN);

	/**
	 * Maximum remaining time of a sign. A longer remaining time was written before the
	 * clock was set back.
	 */
	private static final long MAX_WAIT_SIGN_MICROS = 5 * WAIT_SIGN_MICROS;

	private static final int REMEMBERED = 8;

	private static final long PERMITS_RENEWED = StoreClock.micros(HoldRules.PERMITS_KEPT.dividedBy(2));

	/**
	 * Return the current holders.
	 */
	List<Holder> live(Bounds now) {
		return this.holders.stream().filter((holder) -> holder.end() > now.earliest()).toList();
	}

	/**
	 * Return the hold of an owner, including a hold with an expired lease.
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
			.filter((waiter) -> waiter.until() > now.earliest()
					&& waiter.until() - now.latest() < MAX_WAIT_SIGN_MICROS);
	}

	/**
	 * Return whether the record has no owner, not even with an expired lease.
	 */
	boolean isUnused() {
		return this.holders.isEmpty();
	}

	/**
	 * Return whether the record may be deleted: none of its state is valid any more, and
	 * a new record would grant higher tokens.
	 * @param idle the required time without use
	 */
	boolean isIdle(Duration idle, Bounds now) {
		boolean noPermits = this.permits == null || StoreClock.micros(this.permits.until()) <= now.earliest();
		return live(now).isEmpty() && !isAwaited(now) && noPermits
				&& Math.max(this.lastToken, this.used) < now.earliest() - StoreClock.micros(idle);
	}

	/**
	 * Request the key for an owner.
	 * @param contender the requesting node, as listed among the waiters
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
	 * Return whether the number of permits must be written. An unchanged number is
	 * written every half minute.
	 */
	private boolean mustBeWritten(HoldRules.@Nullable InForce permits, Bounds now) {
		return permits != null && (this.permits == null || !this.permits.permits().equals(permits.permits())
				|| StoreClock.micros(this.permits.until()) - now.earliest() < PERMITS_RENEWED);
	}

	/**
	 * Return the next token. Readers share the token of the last writer; all other owners
	 * have a new token.
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
	 * Extend a lease, counted from now.
	 */
	LockRecord renewed(Holder holder, Duration lease, Bounds now) {
		return with(this.lastToken, replaced(holder, lease, now, holder.token(), holder.name()));
	}

	/**
	 * Extend the lease of a holder from now on with a new block of tokens, which ends
	 * with the highest token.
	 * @param lastToken the last used token of the previous block, zero if unknown
	 */
	LockRecord handedOver(Holder holder, long lastToken, LockClaim claim, Bounds now) {
		long last = tokenAfter(used(holder, lastToken), claim, now);
		List<Holder> holders = replaced(holder, claim.leaseTime(), now, last, claim.holder());
		return with(last, holders);
	}

	/**
	 * Remove a holder.
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
	 * Return the highest token that counts as granted after a holder has returned its
	 * unused tokens.
	 */
	private long used(Holder holder, long lastToken) {
		boolean last = holder.mode() == LockMode.EXCLUSIVE && holder.token() == this.lastToken;
		return (last && lastToken != 0) ? Math.min(this.lastToken, lastToken) : this.lastToken;
	}

	/**
	 * End all holds.
	 */
	LockRecord forced(Bounds now) {
		return new LockRecord(this.lastToken, this.lastMode, now.earliest(), List.of(), this.waiters, this.released,
				this.permits);
	}

	/**
	 * Add a waiting node, or renew its sign.
	 */
	LockRecord waiting(String contender, LockMode mode, Bounds now) {
		Waiter sign = new Waiter(contender, mode, now.latest() + WAIT_SIGN_MICROS);
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
	 * Return whether the sign of a waiting node is about to expire.
	 */
	boolean needsSign(String contender, Bounds now) {
		return this.waiters.stream()
			.noneMatch((waiter) -> waiter.contender().equals(contender)
					&& waiter.until() - now.earliest() > WAIT_SIGN_MICROS / 2);
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
	 * Return the maximum time until another owner may hold the key.
	 */
	Duration untilFree(LockMode mode, Bounds now) {
		LongStream ends = live(now).stream().mapToLong((holder) -> holder.end() - now.earliest());
		return Duration.of(((mode == LockMode.PERMIT) ? ends.min() : ends.max()).orElse(0), ChronoUnit.MICROS);
	}

	/**
	 * Describe the holds, with one entry for each owner.
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
	 * Holder of the key.
	 *
	 * @param owner the owner
	 * @param mode the mode of the hold
	 * @param end the end of the lease
	 * @param lease the requested lease
	 * @param token the last token of the block
	 * @param name the name of the node, for display
	 */
	record Holder(LockOwner owner, LockMode mode, long end, Duration lease, long token, String name) {

	}

	/**
	 * Waiting node.
	 *
	 * @param contender the node
	 * @param mode the requested mode
	 * @param until the expiry of the sign
	 */
	record Waiter(String contender, LockMode mode, long until) {

	}

	/**
	 * Answer to a request of an owner.
	 *
	 * @param after the new record
	 * @param lease the granted lease, if any
	 */
	record Decision(LockRecord after, @Nullable Lease lease) {

	}

}
