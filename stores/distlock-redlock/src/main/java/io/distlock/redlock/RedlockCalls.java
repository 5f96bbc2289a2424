// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptCall.Effect;

/**
 * Scripts for locks on several independent masters, with their keys and arguments.
 */
final class RedlockCalls {

	private static final LockScript ACQUIRE = LockScript.load(RedlockCalls.class, "redlock-acquire", "redlock-held");

	private static final LockScript CONFIRM = LockScript.load(RedlockCalls.class, "redlock-confirm");

	private static final LockScript RENEW = LockScript.load(RedlockCalls.class, "redlock-renew");

	private static final LockScript JOIN = LockScript.load(RedlockCalls.class, "redlock-join");

	private static final LockScript YIELD = LockScript.load(RedlockCalls.class, "redlock-yield");

	private static final LockScript RELEASE = LockScript.load(RedlockCalls.class, "redlock-release");

	private static final String FENCE_RETENTION = millis(Duration.ofDays(7));

	private static final String IN_FLIGHT = millis(Duration.ofSeconds(10));

	private RedlockCalls() {
	}

	static ScriptCall acquire(LockClaim claim, LockOwner owner, Duration mark, long proposed, Duration quarantine) {
		return new ScriptCall(ACQUIRE, keys(claim.key(), owner),
				List.of(owner.id(), millis(claim.leaseTime()), String.valueOf(claim.tokens()), claim.holder(),
						FENCE_RETENTION, millis(mark), String.valueOf(proposed), millis(quarantine)),
				() -> "acquire '%s'".formatted(claim.key()), Effect.LEASES);
	}

	static ScriptCall confirm(LockClaim claim, LockOwner owner, long lastToken) {
		RedisKeys keys = new RedisKeys(claim.key());
		return new ScriptCall(
				CONFIRM, List.of(keys.lock(), keys.fence()), List.of(owner.id(), millis(claim.leaseTime()),
						String.valueOf(lastToken), claim.holder(), FENCE_RETENTION),
				() -> "acquire '%s'".formatted(claim.key()));
	}

	static ScriptCall renew(Collection<Lease> leases) {
		List<String> keys = new ArrayList<>(leases.size());
		List<String> arguments = new ArrayList<>(2 * leases.size());
		for (Lease lease : leases) {
			keys.add(new RedisKeys(lease.key()).lock());
			arguments.addAll(List.of(lease.owner().id(), millis(lease.duration())));
		}
		return new ScriptCall(RENEW, keys, arguments, () -> "renew %d lease(s)".formatted(leases.size()));
	}

	static ScriptCall join(Lease lease, String holder) {
		return new ScriptCall(
				JOIN, keys(lease.key(), lease.owner()), List.of(lease.owner().id(), millis(lease.duration()),
						String.valueOf(lease.lastToken()), holder, FENCE_RETENTION),
				() -> "extend '%s' to one more master".formatted(lease.key()));
	}

	static ScriptCall yield(Lease lease, long lastToken, LockClaim claim, long proposed) {
		return new ScriptCall(YIELD, keys(lease.key(), lease.owner()),
				List.of(lease.owner().id(), millis(claim.leaseTime()), String.valueOf(claim.tokens()), claim.holder(),
						FENCE_RETENTION, String.valueOf(proposed), String.valueOf(lastToken),
						String.valueOf(lease.lastToken())),
				() -> "yield or renew '%s'".formatted(lease.key()), Effect.LEASES);
	}

	static ScriptCall release(LockKey key, LockOwner owner, long lastToken) {
		return new ScriptCall(RELEASE, keys(key, owner),
				List.of(owner.id(), FENCE_RETENTION, IN_FLIGHT, String.valueOf(lastToken)),
				() -> "release '%s'".formatted(key));
	}

	// Of scripts that must know of attempts that have ended: the last key says that this
	// one has, and how.
	private static List<String> keys(LockKey key, LockOwner owner) {
		RedisKeys keys = new RedisKeys(key);
		return List.of(keys.lock(), keys.fence(), keys.waiters(), keys.lock() + ":withdrawn:" + owner.id());
	}

	// A lease of less than a millisecond is one of a millisecond to the server.
	private static String millis(Duration duration) {
		return String.valueOf(duration.isZero() ? 0 : Math.max(1, duration.toMillis()));
	}

}
