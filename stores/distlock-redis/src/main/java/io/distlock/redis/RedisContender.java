// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.PollBackoff;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import org.jspecify.annotations.Nullable;

/**
 * Contender for one lock. The first attempt only tries the lock, so that a single attempt
 * leaves nothing in the store. From the second attempt on, the node waits: it subscribes
 * before the attempt, and joins the queue of the lock, which the holder sees. The first
 * node in the queue is woken; other nodes poll less often the farther back they are.
 * <p>
 * See the page 'redis-protocol' of the reference.
 */
final class RedisContender implements Contender {

	private static final Duration FIRST_POLL = Duration.ofMillis(50);

	// Poll interval of a waiter that is not notified of a release.
	private static final Duration MAX_POLL = Duration.ofMillis(500);

	// Interval at which a waiter for the exclusive lock announces itself to the holders
	// of the shared one: the server believes it for 5 seconds.
	private static final Duration MAX_MARKED_POLL = Duration.ofSeconds(2);

	// By how much less often the last of a long queue asks than its head.
	private static final int RAREST = 10;

	// Largest number of values in a reply to a waiter without a place in the queue.
	private static final int NO_PLACE = 3;

	// For how long in ms a free lock is kept for the node that was woken, at most: 50 ms,
	// and one second more where the server's clock was set back.
	private static final long LONGEST_KEPT = 1050;

	private static final int BUSY = 0;

	private static final int GRANTED = 1;

	private static final int ENDED = 2;

	private final Function<ScriptCall, ScriptReply> server;

	private final LockScripts scripts;

	private final HandoffMonitor handoffs;

	private final RedisLockSettings settings;

	private final LockClaim claim;

	private final RedisKeys keys;

	private final Runnable wakeUp;

	private @Nullable PollBackoff backoff;

	private boolean waiting;

	// Where it listens, empty before.
	private String node = "";

	// Whether others hold the lock together, and let none join them while this one waits.
	private boolean marked;

	private long ticket;

	RedisContender(Function<ScriptCall, ScriptReply> server, LockScripts scripts, HandoffMonitor handoffs,
			RedisLockSettings settings, LockClaim claim, Runnable wakeUp) {
		this.server = server;
		this.scripts = scripts;
		this.handoffs = handoffs;
		this.settings = settings;
		this.claim = claim;
		this.keys = new RedisKeys(claim.key());
		this.wakeUp = wakeUp;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		boolean first = !this.waiting;
		this.waiting = true;
		String released = first ? null : this.handoffs.watched(this.keys.lock());
		ScriptReply reply = this.server
			.apply(first ? this.scripts.acquire(this.keys, this.claim, owner) : await(owner));
		long outcome = reply.number(0);
		this.marked = outcome == BUSY && saysTogether(reply);
		if (outcome > ENDED) {
			if (reply.values().size() > 1) {
				this.handoffs.watch(this.keys.lock(), outcome);
			}
			return new Attempt.Granted(Lease.granted(this.claim, owner, outcome));
		}
		if (outcome == BUSY) {
			if (released != null && this.claim.key().isExclusive() && !this.marked && reply.number(1) > LONGEST_KEPT) {
				this.handoffs.taken(this.keys.lock(), released);
			}
			return new Attempt.Busy(first ? Duration.ZERO : retryAfter(reply));
		}
		throw withdrawn(this.claim.key().toString());
	}

	private ScriptCall await(LockOwner owner) {
		this.node = this.handoffs.wakeUps().listen(this.keys.lock(), this.wakeUp);
		return this.scripts.await(this.keys, this.claim, owner, this.node, this.ticket);
	}

	@Override
	public void close() {
		if (!this.node.isEmpty()) {
			this.handoffs.wakeUps().remove(this.keys.lock(), this.wakeUp);
		}
		if (this.marked) {
			this.handoffs.leave(this.keys, this.node);
		}
	}

	static Optional<List<Lease>> leases(List<LockClaim> claims, LockOwner owner, ScriptReply reply) {
		return switch ((int) reply.number(0)) {
			case GRANTED -> Optional.of(IntStream.range(0, claims.size())
				.mapToObj((i) -> Lease.granted(claims.get(i), owner, reply.number(i + 1)))
				.toList());
			case BUSY -> Optional.empty();
			default -> throw withdrawn(
					claims.stream().map((claim) -> claim.key().toString()).collect(Collectors.joining(", ")));
		};
	}

	private static LockStoreException withdrawn(String keys) {
		return new LockStoreException(
				"The attempt to acquire '%s' was withdrawn before it reached Redis".formatted(keys), Outcome.TRANSIENT,
				null);
	}

	private Duration retryAfter(ScriptReply reply) {
		Duration remaining = Duration.ofMillis(reply.number(1));
		if (reply.values().size() > NO_PLACE) {
			this.ticket = reply.number(2);
			long turns = Math.min(RAREST, reply.number(3) + 1);
			Duration longest = this.settings.maxPollInterval().multipliedBy(turns);
			return new PollBackoff(FIRST_POLL, this.marked ? min(longest, MAX_MARKED_POLL) : longest)
				.untilWoken(remaining);
		}
		if (this.backoff == null) {
			this.backoff = new PollBackoff(FIRST_POLL, min(this.settings.maxPollInterval(), MAX_POLL));
		}
		return this.backoff.next(remaining);
	}

	// One more value follows those of one that is busy, with or without a place in the
	// queue.
	private static boolean saysTogether(ScriptReply reply) {
		return reply.values().size() % 2 == 1;
	}

	private static Duration min(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

}
