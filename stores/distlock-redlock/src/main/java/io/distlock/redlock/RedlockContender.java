// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

import io.distlock.internal.task.Durations;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.PollBackoff;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;

/**
 * Contender that requests a lock from all masters concurrently. The lock is acquired if a
 * majority has granted it and a sufficient part of the lease remains. Otherwise all
 * grants are released before the result is returned; competing nodes retry at different
 * times.
 */
final class RedlockContender implements Contender {

	private static final long BUSY = 0;

	private static final long GRANTED = 1;

	private static final long QUARANTINED = 3;

	private static final Duration FIRST_POLL = Duration.ofMillis(8);

	private static final Duration LAST_POLL = Duration.ofMillis(500);

	private static final Duration MARK = LAST_POLL.multipliedBy(2);

	private static final long MIN_VALIDITY = TimeUnit.MILLISECONDS.toNanos(50);

	private final RedlockGroup group;

	private final LockClaim claim;

	private final PollBackoff backoff = new PollBackoff(FIRST_POLL, LAST_POLL);

	private boolean waiting;

	RedlockContender(RedlockGroup group, LockClaim claim) {
		this.group = group;
		this.claim = claim;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		checkLease();
		this.group.connect();
		long sentAt = System.nanoTime();
		ScriptCall call = RedlockCalls.acquire(this.claim, owner, this.waiting ? MARK : Duration.ZERO,
				this.group.clockMicros(), this.group.settings().quarantine());
		this.waiting = true;
		QuorumCall ballot = this.group.ask(call, this.claim.leaseTime());
		if (this.group.majority(ballot, RedlockContender::isGranted)) {
			OptionalLong last = this.group.agree(this.claim, owner, ballot.replies(RedlockContender::isGranted));
			if (last.isPresent() && isUseful(sentAt)) {
				return new Attempt.Granted(Lease.granted(this.claim, owner, last.getAsLong()));
			}
		}
		// To be asked before anything is given back: what is withdrawn on its way does
		// not say whether the lock is busy, or masters are away.
		boolean answered = this.group.majority(ballot, (reply) -> isGranted(reply) || reply.number(0) == BUSY);
		giveBack(owner, ballot);
		if (!answered) {
			throw unavailable(call, ballot);
		}
		return busy(ballot);
	}

	@Override
	public void close() {
		// Nothing to leave: masters do not know who polls.
	}

	private void checkLease() {
		Duration quarantine = this.group.settings().quarantine();
		if (!quarantine.isZero() && this.claim.leaseTime().compareTo(quarantine) > 0) {
			throw new LockStoreException(
					("Lock '%s' requests a lease of %s, but a master that has lost it would grant it again after %s: raise 'distlock.redis.redlock.quarantine' to the longest lease, or request a shorter one")
						.formatted(this.claim.key(), Durations.text(this.claim.leaseTime()),
								Durations.text(quarantine)),
					Outcome.PERMANENT, null);
		}
	}

	private boolean isUseful(long sentAt) {
		long lease = this.claim.leaseTime().toNanos();
		long drift = lease / 100 + TimeUnit.MILLISECONDS.toNanos(2);
		return lease - drift - (System.nanoTime() - sentAt) >= Math.max(MIN_VALIDITY, lease / 10);
	}

	// A master that refused has nothing of this attempt, and none that granted it can
	// have more on its way. The others may, so that they are notified without waiting.
	private void giveBack(LockOwner owner, QuorumCall ballot) {
		ScriptCall release = RedlockCalls.release(this.claim.key(), owner, 0);
		this.group.ask(this.group.nodes().stream().filter((node) -> !ballot.replies().containsKey(node)).toList(),
				release, this.claim.leaseTime());
		this.group.ask(ballot.replies(RedlockContender::isGranted).keySet(), release, this.claim.leaseTime())
			.awaitAll();
	}

	private Attempt busy(QuorumCall ballot) {
		return new Attempt.Busy(ballot.replies()
			.values()
			.stream()
			.filter((reply) -> reply.number(0) == BUSY)
			.map((reply) -> Duration.ofMillis(reply.number(1)))
			.min(Duration::compareTo)
			.map(this.backoff::next)
			.orElseGet(this.backoff::next));
	}

	private LockStoreException unavailable(ScriptCall call, QuorumCall ballot) {
		int quarantined = ballot.count(QUARANTINED);
		if (quarantined == 0) {
			return this.group.undecided(call, ballot, Outcome.TRANSIENT);
		}
		return new LockStoreException(
				("Could not %s: %d of %d masters started less than %s ago and grant nothing yet, because they may have lost locks that are still held ('distlock.redis.redlock.quarantine')")
					.formatted(call.purpose(), quarantined, this.group.nodes().size(),
							Durations.text(this.group.settings().quarantine())),
				Outcome.TRANSIENT, null);
	}

	private static boolean isGranted(ScriptReply reply) {
		return reply.number(0) == GRANTED;
	}

}
