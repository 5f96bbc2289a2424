// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import io.distlock.provider.ForcedRelease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;
import io.distlock.redis.RedisKeys;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;

/**
 * Ends a lock of several independent masters: finds out whose it is, and releases it in
 * that owner's name. A master where the owner has nothing then notes that it is to get
 * nothing, so that no renewal gives the lock to one more master meanwhile. It is ended as
 * soon as a majority says that it is not the owner's there.
 */
final class RedlockForcedRelease implements ForcedRelease {

	private static final int MAX_TRIES = 10;

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private final RedlockGroup group;

	RedlockForcedRelease(RedlockGroup group) {
		this.group = group;
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		for (int tries = 0; tries < MAX_TRIES; tries++) {
			Optional<Holding> found = find(key);
			if (found.isEmpty()) {
				return Optional.empty();
			}
			Optional<StoredLock> ended = end(key, found.get());
			if (ended.isPresent()) {
				return ended;
			}
		}
		throw new LockStoreException(
				"Could not force the release of '%s': its holder changed again and again. Try again".formatted(key),
				Outcome.TRANSIENT, null);
	}

	/**
	 * Find who has the lock on a majority of the masters, or may have, as far as the
	 * masters that answered can tell.
	 */
	private Optional<Holding> find(LockKey key) {
		ScriptCall call = RedlockCalls.describe(RedisKeys.lock(key), () -> "force the release of '%s'".formatted(key));
		QuorumCall ballot = look(call);
		int silent = this.group.nodes().size() - ballot.replies().size();
		return ballot.replies()
			.values()
			.stream()
			.flatMap((reply) -> Holding.of(call.keys().get(0), reply).stream())
			.collect(Collectors.groupingBy(Holding::owner))
			.values()
			.stream()
			.filter((same) -> same.size() + silent >= this.group.majority())
			.max(Comparator.comparingInt(List::size))
			.flatMap((same) -> same.stream().max(Comparator.comparingLong((holding) -> holding.lock().lastToken())));
	}

	/**
	 * Ask until a majority has answered: masters that were not asked before take a while
	 * to connect.
	 */
	private QuorumCall look(ScriptCall call) {
		long start = System.nanoTime();
		while (true) {
			QuorumCall ballot = this.group.look(call);
			if (ballot.replies().size() >= this.group.majority()) {
				return ballot;
			}
			if (System.nanoTime() - start > RedisReplies.TIMEOUT.toNanos()) {
				throw this.group.undecided(call, ballot, Outcome.TRANSIENT);
			}
			LockSupport.parkNanos(PAUSE_NANOS);
		}
	}

	/**
	 * End what was found. Masters may have given it other tokens, which the majority then
	 * learns of as well: the next grant is to have a greater one than is told.
	 */
	private Optional<StoredLock> end(LockKey key, Holding holding) {
		long known = holding.lock().lastToken();
		OptionalLong last = release(key, holding, known);
		if (last.isEmpty()) {
			return Optional.empty();
		}
		if (last.getAsLong() > known) {
			release(key, holding, last.getAsLong());
		}
		return Optional.of(holding.withLastToken(Math.max(known, last.getAsLong())));
	}

	private OptionalLong release(LockKey key, Holding holding, long known) {
		ScriptCall call = RedlockCalls.forceRelease(key, new LockOwner(holding.owner()), known);
		QuorumCall ballot = this.group.ask(call).awaitAll();
		Collection<ScriptReply> replies = ballot.replies().values();
		if (replies.size() < this.group.majority()) {
			throw this.group.undecided(call, ballot, Outcome.UNKNOWN);
		}
		return replies.stream().filter((reply) -> reply.number(0) == 1).mapToLong((reply) -> reply.number(1)).max();
	}

	/**
	 * A lock as one master has it.
	 *
	 * @param owner the attempt that was granted
	 * @param lock what is told of it
	 */
	private record Holding(String owner, StoredLock lock) {

		static Optional<Holding> of(String lock, ScriptReply reply) {
			return RedlockValues.owner(reply.text(0))
				.flatMap((owner) -> RedlockValues.lock(lock, reply, 0).map((stored) -> new Holding(owner, stored)));
		}

		StoredLock withLastToken(long lastToken) {
			return new StoredLock(this.lock.key(), this.lock.holder(), lastToken, this.lock.remaining(),
					this.lock.awaited());
		}

	}

}
