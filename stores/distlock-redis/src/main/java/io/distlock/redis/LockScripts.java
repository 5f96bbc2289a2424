// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
 * Requests to the server as script calls.
 * <p>
 * See the page 'redis-protocol' of the reference.
 */
final class LockScripts {

	private static final LockScript ACQUIRE = LockScript.load(LockScripts.class, "acquire", "grant", "acquire-free",
			"record", "queue");

	private static final LockScript ACQUIRE_ALL = LockScript.load(LockScripts.class, "acquire-all", "grant", "record");

	private static final LockScript RELEASE = LockScript.load(LockScripts.class, "release", "release-unmarked",
			"record", "free", "released", "withdraw");

	private static final LockScript RENEW = LockScript.load(LockScripts.class, "renew");

	private static final LockScript ACQUIRE_SHARED = LockScript.load(LockScripts.class, "acquire-shared",
			"acquire-shared-free", "record", "free", "holders", "queue");

	private static final LockScript RELEASE_SHARED = LockScript.load(LockScripts.class, "release-shared",
			"release-shared-last", "record", "free", "holders", "released", "withdraw");

	private static final LockScript RENEW_SHARED = LockScript.load(LockScripts.class, "renew-shared", "record",
			"holders");

	private static final LockScript YIELD = LockScript.load(LockScripts.class, "yield", "grant", "record", "free",
			"released");

	private static final LockScript PASS = LockScript.load(LockScripts.class, "pass", "record", "free", "holders",
			"beside");

	private static final LockScript LEAVE = LockScript.load(LockScripts.class, "leave", "record", "free", "holders",
			"beside");

	private static final LockScript FORCE_RELEASE = LockScript.load(LockScripts.class, "force-release", "record",
			"free");

	private static final LockScript DESCRIBE = LockScript.load(LockScripts.class, "describe", "record");

	// Longest time that a request may be in flight to the server: an attempt that was
	// withdrawn is remembered for as long, and so is a record at least.
	private static final Duration IN_FLIGHT = Duration.ofSeconds(15);

	// For how long the record of a lock is kept that was in use for less than that time.
	private static final Duration SHORT_RETENTION = Duration.ofMinutes(10);

	// For how long a lock is kept for the node that was woken, where the order of arrival
	// counts.
	private static final Duration RESERVATION = Duration.ofMillis(50);

	private static final String UNKNOWN = "0";

	// Distinguishes a waiter for a shared lock from one of the same node for the
	// exclusive lock.
	private static final String TOGETHER = "/together";

	private static final int TOKEN_DIGITS = 16;

	private final long retention;

	private final String times;

	// The last request: most locks of an application are asked for in one way.
	private volatile Terms recent = new Terms(Duration.ZERO, "", "", "");

	LockScripts(Duration tokenRetention, boolean fair) {
		this.retention = Math.max(tokenRetention.toMillis(), IN_FLIGHT.toMillis());
		this.times = "%d %d %d %d".formatted(IN_FLIGHT.toMillis(), fair ? RESERVATION.toMillis() : 0,
				Math.min(this.retention, SHORT_RETENTION.toMillis()), this.retention);
	}

	// Ask for a lock, and wait in its queue if it is busy: under the ticket that this
	// node has drawn there, which is zero if none yet.
	ScriptCall await(RedisKeys keys, LockClaim claim, LockOwner owner, String node, long ticket) {
		String place = (claim.key().isExclusive() || node.length() <= 1) ? node : node + TOGETHER;
		return acquire(keys, claim, owner, place, Long.toString(ticket));
	}

	// Ask for a lock, and name the place in its queue and the ticket, if any.
	ScriptCall acquire(RedisKeys keys, LockClaim claim, LockOwner owner, String... waiting) {
		if (claim.key().isExclusive()) {
			return new ScriptCall(ACQUIRE, (waiting.length > 0) ? keys.exclusive() : List.of(keys.lock()),
					terms(claim, owner, waiting), () -> "acquire '" + claim.key() + "'", Effect.LEASES);
		}
		List<String> arguments = new ArrayList<>(6 + waiting.length);
		Collections.addAll(arguments, owner.id(), Long.toString(millis(claim.leaseTime())),
				Long.toString(this.retention), claim.holder(), Integer.toString(claim.permits().number()),
				Long.toString(claim.permits().version()));
		Collections.addAll(arguments, waiting);
		return new ScriptCall(ACQUIRE_SHARED, keys.shared(), arguments, () -> "acquire '" + claim.key() + "'",
				Effect.LEASES);
	}

	ScriptCall acquireAll(List<LockClaim> claims, LockOwner owner) {
		List<String> keys = claims.stream().map((claim) -> new RedisKeys(claim.key()).lock()).toList();
		return new ScriptCall(ACQUIRE_ALL, keys, terms(claims.get(0), owner),
				() -> "acquire %d locks at once".formatted(claims.size()), Effect.LEASES);
	}

	// Release a lock, or withdraw an attempt: the last token that was used is zero if it
	// is not known.
	ScriptCall release(LockKey key, LockOwner owner, long lastToken) {
		RedisKeys keys = new RedisKeys(key);
		boolean alone = key.isExclusive();
		return new ScriptCall(alone ? RELEASE : RELEASE_SHARED, alone ? keys.exclusive() : keys.shared(),
				releasing(owner, lastToken), () -> "release '" + key + "'", Effect.NO_LEASE);
	}

	// The arguments of a script that releases an exclusive lock, among others.
	List<String> releasing(LockOwner owner, long lastToken) {
		return List.of(owner.id(), token(lastToken), this.times);
	}

	// Wake the next node where the one that was woken has not come.
	ScriptCall pass(String lock, String lastToken) {
		return new ScriptCall(PASS, new RedisKeys(lock).shared(), List.of(lastToken, this.times),
				() -> "pass on '" + RedisKeys.encoded(lock) + "'");
	}

	// Take away the place and the mark of one that waits no longer to have a lock alone.
	ScriptCall leave(RedisKeys keys, String node) {
		return new ScriptCall(LEAVE, keys.shared(), List.of(node),
				() -> "leave the queue of '" + RedisKeys.encoded(keys.lock()) + "'");
	}

	// End a lock, whichever owner holds it. Where replicas must have a grant, they must
	// have this, too: after a failover the lock would be held again.
	ScriptCall forceRelease(LockKey key) {
		return new ScriptCall(FORCE_RELEASE, new RedisKeys(key).shared(), List.of(this.times),
				() -> "force the release of '" + key + "'", Effect.RELEASE);
	}

	// Ask whether another node waits, and renew the lock if none does, with what the next
	// waiter of this node asks for.
	ScriptCall yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return new ScriptCall(YIELD, new RedisKeys(lease.key()).exclusive(),
				terms(claim, lease.owner(), token(lease.lastToken()), token(lastToken), this.times),
				() -> "yield or renew '" + lease.key() + "'", Effect.LEASES);
	}

	// Renew exclusive leases of one duration. The call returns the positions of lost
	// ones.
	ScriptCall renew(List<Lease> leases) {
		List<String> keys = new ArrayList<>(leases.size());
		List<String> arguments = new ArrayList<>(1 + 2 * leases.size());
		arguments.add(Long.toString(millis(leases.get(0).duration()) + this.retention));
		for (Lease lease : leases) {
			keys.add(new RedisKeys(lease.key()).lock());
			arguments.add(lease.owner().id() + " ");
			arguments.add(token(lease.lastToken()));
		}
		return new ScriptCall(RENEW, keys, arguments, () -> "renew %d lease(s)".formatted(leases.size()),
				Effect.LEASES_OF_KEYS);
	}

	// Renew leases of owners that hold locks together. The call returns the positions of
	// those that are lost.
	ScriptCall renewShared(List<Lease> leases) {
		List<String> keys = new ArrayList<>(2 * leases.size());
		List<String> arguments = new ArrayList<>(4 * leases.size());
		for (Lease lease : leases) {
			RedisKeys of = new RedisKeys(lease.key());
			Collections.addAll(keys, of.lock(), of.holders());
			Collections.addAll(arguments, lease.owner().id(), Long.toString(millis(lease.duration())),
					Long.toString(this.retention), token(lease.lastToken()));
		}
		return new ScriptCall(RENEW_SHARED, keys, arguments, () -> "renew %d shared lease(s)".formatted(leases.size()),
				Effect.LEASES_OF_KEYS);
	}

	ScriptCall describe(List<String> locks) {
		return new ScriptCall(DESCRIBE, locks, List.of(), () -> "list locks");
	}

	private List<String> terms(LockClaim claim, LockOwner owner, String... more) {
		Terms terms = this.recent;
		if (!terms.lease.equals(claim.leaseTime()) || !terms.holder.equals(claim.holder())) {
			terms = terms(claim);
			this.recent = terms;
		}
		List<String> all = new ArrayList<>(4 + more.length);
		all.add(owner.id());
		all.add(Integer.toString(claim.tokens() - 1));
		all.add(terms.timeToLive);
		all.add(terms.text);
		Collections.addAll(all, more);
		return all;
	}

	private Terms terms(LockClaim claim) {
		long lease = millis(claim.leaseTime());
		return new Terms(claim.leaseTime(), claim.holder(), Long.toString(lease + this.retention),
				lease + " " + this.retention + " " + claim.holder());
	}

	// With all digits, as in the record, where the order of texts is that of numbers.
	static String token(long token) {
		if (token == 0) {
			return UNKNOWN;
		}
		String digits = Long.toString(token);
		return "0".repeat(Math.max(0, TOKEN_DIGITS - digits.length())) + digits;
	}

	// A part of a millisecond counts as one: a lease never ends early in the store.
	private static long millis(Duration duration) {
		return Math.max(1, duration.plusNanos(999_999).toMillis());
	}

	/**
	 * Arguments of a claim.
	 *
	 * @param timeToLive the time to live of the record, until lease and retention have
	 * passed
	 * @param text the end of the record: lease, retention and holder
	 */
	private record Terms(Duration lease, String holder, String timeToLive, String text) {

	}

}
