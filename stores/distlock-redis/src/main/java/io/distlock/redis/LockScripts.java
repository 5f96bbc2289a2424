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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.redis.transport.LockScript;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptCall.Effect;
import io.distlock.redis.wakeup.NotificationMode;

/**
 * What is asked of the server, as calls of scripts.
 */
final class LockScripts {

	private static final LockScript ACQUIRE = LockScript.load("acquire", "held");

	private static final LockScript ACQUIRE_ALL = LockScript.load("acquire-all");

	private static final LockScript RELEASE = LockScript.load("release", "free");

	private static final LockScript RENEW = LockScript.load("renew");

	private static final LockScript YIELD = LockScript.load("yield", "free");

	private static final LockScript FORCE_RELEASE = LockScript.load("force-release", "free");

	private static final LockScript DESCRIBE = LockScript.load("describe");

	/**
	 * How long a request may be on its way to the server: how an attempt has ended is
	 * remembered for as long. Whoever does not know whether there is one repeats the
	 * withdrawal.
	 */
	private static final String IN_FLIGHT_MILLIS = millis(Duration.ofSeconds(15));

	private static final Pattern NO_SPACE = Pattern.compile("\\S+");

	private final String retention;

	LockScripts(Duration tokenRetention) {
		this.retention = millis(tokenRetention);
	}

	/**
	 * Ask for a lock.
	 * @param keys the keys of the lock
	 * @param claim what is asked for
	 * @param owner the attempt
	 * @param markFor how long the holder sees that there is a waiter; zero if nobody will
	 * @param hearing how the one who waits hears of the release
	 * @return the call
	 */
	ScriptCall acquire(RedisKeys keys, LockClaim claim, LockOwner owner, Duration markFor, NotificationMode hearing) {
		List<String> arguments = List.of(checked(owner).id(), millis(claim.leaseTime()),
				Integer.toString(claim.tokens()), claim.holder(), this.retention, Long.toString(markFor.toMillis()),
				hearing.mark());
		return new ScriptCall(ACQUIRE, keys.withAttempt(owner), arguments, () -> "acquire '" + claim.key() + "'",
				Effect.LEASES);
	}

	/**
	 * Ask for several locks at once, of one lease time.
	 * @param claims what is asked for
	 * @param owner the attempt
	 * @return the call
	 */
	ScriptCall acquireAll(List<LockClaim> claims, LockOwner owner) {
		List<String> keys = new ArrayList<>(3 * claims.size());
		for (LockClaim claim : claims) {
			RedisKeys names = RedisKeys.of(claim.key());
			keys.addAll(List.of(names.lock(), names.fence(), names.ended(owner)));
		}
		LockClaim any = claims.get(0);
		List<String> arguments = List.of(checked(owner).id(), millis(any.leaseTime()), Integer.toString(any.tokens()),
				any.holder(), this.retention);
		return new ScriptCall(ACQUIRE_ALL, keys, arguments, () -> "acquire %d locks at once".formatted(claims.size()),
				Effect.LEASES);
	}

	/**
	 * Release a lock, or withdraw an attempt.
	 * @param key the lock
	 * @param owner the attempt
	 * @param lastToken the last token that was used; zero if that is not known
	 * @return the call
	 */
	ScriptCall release(LockKey key, LockOwner owner, long lastToken) {
		RedisKeys keys = RedisKeys.of(key);
		List<String> arguments = List.of(owner.id(), this.retention, IN_FLIGHT_MILLIS, keys.channel(),
				Long.toString(lastToken));
		return new ScriptCall(RELEASE, keys.withAttempt(owner), arguments, () -> "release '" + key + "'");
	}

	/**
	 * End a lock, whichever owner holds it. Where replicas must have a grant, they must
	 * have this as well: after a failover the lock would be held again.
	 * @param key the lock
	 * @return the call
	 */
	ScriptCall forceRelease(LockKey key) {
		RedisKeys keys = RedisKeys.of(key);
		return new ScriptCall(FORCE_RELEASE, keys.withoutAttempt(), List.of(this.retention, keys.channel()),
				() -> "force the release of '" + key + "'", Effect.RELEASE);
	}

	/**
	 * Ask whether another node waits, and renew the lock if none does.
	 * @param lease the lease
	 * @param lastToken the last token of it that was used
	 * @param claim what the next waiter of this node asks for
	 * @return the call
	 */
	ScriptCall yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		RedisKeys keys = RedisKeys.of(lease.key());
		List<String> arguments = List.of(lease.owner().id(), millis(claim.leaseTime()),
				Integer.toString(claim.tokens()), claim.holder(), this.retention, keys.channel(),
				Long.toString(lease.lastToken()), Long.toString(lastToken), IN_FLIGHT_MILLIS);
		return new ScriptCall(YIELD, keys.withAttempt(lease.owner()), arguments,
				() -> "yield or renew '" + lease.key() + "'", Effect.LEASES);
	}

	/**
	 * Renew leases.
	 * @param leases the leases
	 * @param holder the node that holds them
	 * @return the call, which returns the positions of those that are lost
	 */
	ScriptCall renew(List<Lease> leases, String holder) {
		List<String> keys = new ArrayList<>(2 * leases.size());
		List<String> arguments = new ArrayList<>(3 * leases.size() + 1);
		arguments.add(holder);
		for (Lease lease : leases) {
			RedisKeys names = RedisKeys.of(lease.key());
			keys.addAll(List.of(names.lock(), names.fence()));
			arguments.addAll(List.of(lease.owner().id(), millis(lease.duration()), Long.toString(lease.lastToken())));
		}
		return new ScriptCall(RENEW, keys, arguments, () -> "renew %d lease(s)".formatted(leases.size()),
				Effect.LEASES_OF_KEY_PAIRS);
	}

	ScriptCall describe(String lock) {
		return new ScriptCall(DESCRIBE, List.of(lock, RedisKeys.ofLock(lock).waiters()), List.of(), () -> "list locks");
	}

	// A part of a millisecond counts as one: a lease never ends early in the store.
	private static String millis(Duration duration) {
		return Long.toString(Math.max(1, duration.plusNanos(999_999).toMillis()));
	}

	private static LockOwner checked(LockOwner owner) {
		if (!NO_SPACE.matcher(owner.id()).matches()) {
			throw new IllegalArgumentException("'owner' must not hold white space, but is '%s'".formatted(owner));
		}
		return owner;
	}

}
