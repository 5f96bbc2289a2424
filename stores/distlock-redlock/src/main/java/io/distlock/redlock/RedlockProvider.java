// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;

/**
 * Keeps locks on an odd number of at least three independent Redis masters whose majority
 * decides, so that locks are available while a minority is away. Mutual exclusion depends
 * on clocks with similar speed, and on masters that do not forget; the order of fencing
 * tokens does not depend on clocks.
 * <p>
 * A master that restarts without data grants no locks for some time, see
 * {@link RedlockSettings#quarantine()}. Waiting nodes poll. Listing and forced releases
 * are not supported.
 * <p>
 * See the page 'redlock' of the reference.
 *
 * @since 0.1.0
 */
public final class RedlockProvider implements LockProvider {

	private static final long NO = 0;

	private static final long YES = 1;

	private static final long AWAITED = 2;

	// This request, or a later one, has renewed the lock at this master before.
	private static final long RENEWED_BEFORE = 3;

	private static final Duration YIELD_TO_POLLERS = Duration.ofMillis(100);

	private final RedlockGroup group;

	private volatile String holder = "";

	/**
	 * Create a provider.
	 * @param nodes the independent masters
	 * @param settings the settings
	 * @throws IllegalArgumentException if the number of nodes is too low or even
	 */
	public RedlockProvider(List<RedisTransport> nodes, RedlockSettings settings) {
		this.group = new RedlockGroup(nodes, settings);
	}

	@Override
	public String name() {
		return "redlock";
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		this.holder = claim.holder();
		return new RedlockContender(this.group, claim);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		if (!leases.isEmpty()) {
			new RedlockRenewal(this.group, leases, this.holder, outcomes).start();
		}
	}

	@Override
	public boolean canShortenLeases() {
		return true;
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		ScriptCall call = RedlockCalls.yield(lease, lastToken, claim, this.group.clockMicros());
		QuorumCall ballot = this.group.ask(call, lease.duration());
		if (this.group.majority(ballot, RedlockProvider::isRenewed)
				&& (ballot.count(AWAITED) == 0 || this.group.majority(ballot, RedlockProvider::isRenewedBefore))) {
			return renewed(lease, claim, call, ballot);
		}
		if (ballot.count(AWAITED) > 0) {
			boolean released = release(lease.key(), lease.owner(), lastToken);
			return released ? new YieldResult.Yielded(YIELD_TO_POLLERS) : new YieldResult.Lost();
		}
		if (this.group.majority(ballot, (reply) -> reply.number(0) == NO)) {
			return new YieldResult.Lost();
		}
		throw this.group.undecided(call, ballot, Outcome.UNKNOWN);
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		ScriptCall call = RedlockCalls.release(key, owner, lastToken);
		QuorumCall ballot = this.group.ask(call);
		if (this.group.majority(ballot, (reply) -> reply.number(0) == YES)) {
			return true;
		}
		if (this.group.majority(ballot, (reply) -> reply.number(0) == NO)) {
			return false;
		}
		throw this.group.undecided(call, ballot, Outcome.UNKNOWN);
	}

	@Override
	public void close() {
		this.group.nodes().forEach(RedlockNode::close);
	}

	private static boolean isRenewed(ScriptReply reply) {
		return reply.number(0) == YES || isRenewedBefore(reply);
	}

	private static boolean isRenewedBefore(ScriptReply reply) {
		return reply.number(0) == RENEWED_BEFORE;
	}

	// Once a majority has renewed the lock its holder may know, and continue: a master
	// that this request reaches before the first one, which it may since the first waits
	// for the script to be loaded, must not give the lock away.
	private YieldResult renewed(Lease lease, LockClaim claim, ScriptCall call, QuorumCall ballot) {
		OptionalLong last = this.group.agree(claim, lease.owner(), ballot.replies(RedlockProvider::isRenewed));
		if (last.isEmpty()) {
			throw new LockStoreException("Could not %s: no majority confirmed its token".formatted(call.purpose()),
					Outcome.UNKNOWN, null);
		}
		return new YieldResult.Renewed(Lease.granted(claim, lease.owner(), last.getAsLong()));
	}

}
