/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.redis.wakeup.RedisWakeUps;
import org.jspecify.annotations.Nullable;

/**
 * Asks for one lock. The first attempt only asks, so that whoever tries but once leaves
 * nothing in the store. From the second on somebody waits: its node listens before it
 * asks, and marks the lock for the holder to see.
 */
final class RedisContender implements Contender {

	private static final Duration FIRST_POLL = Duration.ofMillis(50);

	/**
	 * How long one who is not told of a release goes without asking.
	 */
	private static final Duration LONGEST_POLL = Duration.ofMillis(500);

	private static final int BUSY = 0;

	private static final int GRANTED = 1;

	private final RedisTransport transport;

	private final LockScripts scripts;

	private final RedisWakeUps wakeUps;

	private final LockClaim claim;

	private final RedisKeys keys;

	private final Runnable wakeUp;

	private final RedisLockSettings settings;

	private @Nullable PollBackoff backoff;

	private boolean waiting;

	RedisContender(RedisTransport transport, LockScripts scripts, RedisWakeUps wakeUps, RedisLockSettings settings,
			LockClaim claim, Runnable wakeUp) {
		this.transport = transport;
		this.scripts = scripts;
		this.wakeUps = wakeUps;
		this.claim = claim;
		this.keys = RedisKeys.of(claim.key());
		this.wakeUp = wakeUp;
		this.settings = settings;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		boolean first = !this.waiting;
		this.waiting = true;
		boolean heard = !first && this.wakeUps.listen(this.keys.channel(), this.wakeUp);
		ScriptReply reply = this.transport.run(this.scripts.acquire(this.keys, this.claim, owner,
				first ? Duration.ZERO : this.settings.maxPollInterval().multipliedBy(2), this.wakeUps.hearing()),
				this.settings.replicas());
		return switch ((int) reply.number(0)) {
			case GRANTED -> granted(owner, reply.number(1));
			case BUSY ->
				new Attempt.Busy(first ? Duration.ZERO : retryAfter(Duration.ofMillis(reply.number(1)), heard));
			default -> throw withdrawn(this.claim.key().toString());
		};
	}

	@Override
	public void close() {
		this.wakeUps.remove(this.keys.channel(), this.wakeUp);
	}

	private Attempt granted(LockOwner owner, long lastToken) {
		return new Attempt.Granted(Lease.granted(this.claim, owner, lastToken));
	}

	/**
	 * Return what was granted at once.
	 * @return the leases, empty if one of the locks is busy
	 */
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

	private Duration retryAfter(Duration remaining, boolean heard) {
		if (heard) {
			return new PollBackoff(FIRST_POLL, this.settings.maxPollInterval()).untilWoken(remaining);
		}
		if (this.backoff == null) {
			this.backoff = new PollBackoff(FIRST_POLL, min(this.settings.maxPollInterval(), LONGEST_POLL));
		}
		return this.backoff.next(remaining);
	}

	private static Duration min(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

}
