// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Describes which keys to lock, and how. Immutable; what is not set comes from
 * {@code distlock.*}.
 *
 * @param keys the keys, without duplicates; one or more
 * @param waitTime how long to wait, or {@code null} for the default
 * @param leaseTime the lease, or {@code null} for the default
 * @param autoRenew whether the lease is renewed; {@code true} by default
 * @param maxHoldTime when renewal stops, or {@code null} for the default
 * @param onLost what a loss does; {@link OnLost#FAIL} by default
 * @param name the name for telemetry, or {@code null} for none
 * @param isFenced whether transactions under the lock are checked; {@code false} by
 * default
 * @param mode how the keys are to be held; {@link LockMode#EXCLUSIVE} by default
 * @param permits how many owners may have a permit at a time; zero unless the mode is
 * {@link LockMode#PERMIT}
 * @param method the annotated method that the lock is for, or {@code null} where a lock
 * is acquired in code
 * @since 0.1.0
 */
public record LockRequest(List<String> keys, @Nullable Duration waitTime, @Nullable Duration leaseTime,
		boolean autoRenew, @Nullable Duration maxHoldTime, OnLost onLost, @Nullable String name, boolean isFenced,
		LockMode mode, int permits, @Nullable LockedMethod method) {

	/**
	 * The most keys that one request may lock together.
	 */
	public static final int MAX_KEYS = 1000;

	/**
	 * The shortest lease that leaves room for a round trip and the drift allowance.
	 */
	public static final Duration MIN_LEASE_TIME = Duration.ofMillis(100);

	/**
	 * The longest lease, 292 years: times are counted in nanoseconds.
	 */
	public static final Duration MAX_LEASE_TIME = Duration.ofNanos(Long.MAX_VALUE);

	private static final String RESERVED = "distlock.";

	/**
	 * Create a request. Start with {@link #of} instead, and set what differs.
	 * @throws IllegalLockKeyException if there is no key
	 * @throws IllegalArgumentException if a value is out of its bounds, or values exclude
	 * each other
	 */
	public LockRequest {
		keys = List.copyOf(keys);
		if (keys.isEmpty()) {
			throw new IllegalLockKeyException("[]", "'keys' must not be empty; name at least one key to lock", null);
		}
		if (waitTime != null && waitTime.isNegative()) {
			throw new IllegalArgumentException("'waitTime' must not be negative, but is %s".formatted(waitTime));
		}
		if (leaseTime != null && leaseTime.compareTo(MIN_LEASE_TIME) < 0) {
			throw new IllegalArgumentException(
					"'leaseTime' must be at least %d ms, but is %s".formatted(MIN_LEASE_TIME.toMillis(), leaseTime));
		}
		if (leaseTime != null && leaseTime.compareTo(MAX_LEASE_TIME) > 0) {
			throw new IllegalArgumentException(
					"'leaseTime' must not be longer than 292 years, but is %s".formatted(leaseTime));
		}
		if (maxHoldTime != null && (maxHoldTime.isNegative() || maxHoldTime.isZero())) {
			throw new IllegalArgumentException("'maxHoldTime' must be positive, but is %s".formatted(maxHoldTime));
		}
		if (name != null && name.isBlank()) {
			throw new IllegalArgumentException("'name' must not be blank; leave it out for none");
		}
		if (mode == LockMode.PERMIT && permits < 1) {
			throw new IllegalArgumentException("'permits' must be at least 1, but is %d".formatted(permits));
		}
		if (isFenced && mode != LockMode.EXCLUSIVE) {
			throw new IllegalArgumentException(
					"A request for lock '%s' must not be both fenced() and %s: several owners can hold it at once, and no token distinguishes them. Remove one of the two"
						.formatted(LockKey.shown(String.join(", ", keys)),
								(mode == LockMode.SHARED) ? "shared()" : "permits()"));
		}
	}

	/**
	 * Ask for one key.
	 * @param key the key
	 * @return the request
	 * @throws IllegalLockKeyException if the key is null or blank
	 */
	public static LockRequest of(String key) {
		return of(List.of(checked(key)));
	}

	/**
	 * Create a request for one value of a name: the lock that
	 * {@code @DistributedLock(name = "user:point", key = "#id")} acquires is
	 * {@code LockRequest.of("user:point", "7")} where the value of the key is 7. A colon
	 * or a percent sign in the name is encoded, as the annotation does.
	 * @param name the name, which is the {@link #name(String) name for telemetry} as well
	 * @param value the text of the value, which is the name of an enum constant
	 * @return the request
	 * @throws IllegalLockKeyException if the name or the value is null or blank
	 */
	public static LockRequest of(String name, String value) {
		return of(List.of(LockKey.join(checked(name), checked(value)))).name(name);
	}

	/**
	 * Ask for several keys together: all of them or none, in an order of the library's,
	 * so that two callers never wait for each other in a circle.
	 * @param keys the keys, at least one and at most {@value #MAX_KEYS}; duplicates count
	 * once
	 * @return the request
	 * @throws IllegalLockKeyException if there is no key, or one of them is null or blank
	 */
	public static LockRequest ofAll(Collection<String> keys) {
		return of(distinct(keys));
	}

	private static LockRequest of(List<String> keys) {
		return new LockRequest(keys, null, null, true, null, OnLost.FAIL, null, false, LockMode.EXCLUSIVE, 0, null);
	}

	/**
	 * Ask for another key in the same way.
	 * @param key the key
	 * @return a request for it alone
	 * @throws IllegalLockKeyException if the key is null or blank
	 */
	public LockRequest key(String key) {
		return withKeys(List.of(checked(key)));
	}

	/**
	 * Ask for other keys in the same way, all of them or none.
	 * @param keys the keys, as of {@link #ofAll}
	 * @return a request for them
	 * @throws IllegalLockKeyException if there is no key, or one of them is null or blank
	 */
	public LockRequest keys(Collection<String> keys) {
		return withKeys(distinct(keys));
	}

	private LockRequest withKeys(List<String> keys) {
		return new LockRequest(keys, this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
				this.name, this.isFenced, this.mode, this.permits, this.method);
	}

	private static List<String> distinct(Collection<String> keys) {
		Set<String> distinct = new LinkedHashSet<>();
		keys.forEach((key) -> distinct.add(checked(key)));
		if (distinct.size() > MAX_KEYS) {
			throw new IllegalLockKeyException(distinct.iterator().next(),
					"'keys' must not hold more than %d keys, but has %d; lock something coarser".formatted(MAX_KEYS,
							distinct.size()),
					null);
		}
		return List.copyOf(distinct);
	}

	private static String checked(@Nullable String key) {
		if (key == null || key.isBlank()) {
			throw new IllegalLockKeyException(String.valueOf(key),
					"'key' must not be %s; name what to lock".formatted((key != null) ? "blank" : "null"), null);
		}
		return key;
	}

	// The library takes its own locks, such as those of leaders, from the engine.
	void refuseReserved() {
		for (String key : this.keys) {
			if (key.startsWith(RESERVED)) {
				throw new IllegalLockKeyException(key, this.name,
						"Lock key '%s' must not begin with '%s', which begins the keys of the library's own locks, such as those of leaders. Put a prefix of your own before it"
							.formatted(LockKey.shown(key), RESERVED),
						null);
			}
		}
	}

	/**
	 * Wait this long for the lock; zero asks exactly once.
	 * @param waitTime the time, not negative
	 * @return a request that waits so
	 */
	public LockRequest waitTime(Duration waitTime) {
		return new LockRequest(this.keys, waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
				this.name, this.isFenced, this.mode, this.permits, this.method);
	}

	/**
	 * Let the store keep the lock this long unless it is renewed.
	 * @param leaseTime the time, at least 100 ms, see {@link #MIN_LEASE_TIME}, and at
	 * most 292 years
	 * @return a request with this lease
	 * @throws IllegalArgumentException if the time is shorter
	 */
	public LockRequest leaseTime(Duration leaseTime) {
		return new LockRequest(this.keys, this.waitTime, leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
				this.name, this.isFenced, this.mode, this.permits, this.method);
	}

	/**
	 * Renew the lease every third of it for as long as the lock is held, or let it be a
	 * hard upper bound.
	 * @param autoRenew whether to renew
	 * @return a request that does so
	 */
	public LockRequest autoRenew(boolean autoRenew) {
		return new LockRequest(this.keys, this.waitTime, this.leaseTime, autoRenew, this.maxHoldTime, this.onLost,
				this.name, this.isFenced, this.mode, this.permits, this.method);
	}

	/**
	 * Stop renewing after this time, so that a stuck holder does not keep the lock for
	 * ever.
	 * @param maxHoldTime the time, positive
	 * @return a request with this bound
	 */
	public LockRequest maxHoldTime(Duration maxHoldTime) {
		return new LockRequest(this.keys, this.waitTime, this.leaseTime, this.autoRenew, maxHoldTime, this.onLost,
				this.name, this.isFenced, this.mode, this.permits, this.method);
	}

	/**
	 * Set what a loss does to the running code.
	 * @param onLost the policy
	 * @return a request with this policy
	 */
	public LockRequest onLost(OnLost onLost) {
		return new LockRequest(this.keys, this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, onLost,
				this.name, this.isFenced, this.mode, this.permits, this.method);
	}

	/**
	 * Give what is locked a name for telemetry. It is a tag of every metric, so it must
	 * be one of few: {@code orders}, and never {@code orders:42}. Locks of annotated
	 * methods and jobs have theirs.
	 * @param name the name, not blank
	 * @return a request with this name
	 */
	public LockRequest name(String name) {
		return new LockRequest(this.keys, this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
				name, this.isFenced, this.mode, this.permits, this.method);
	}

	/**
	 * Check the fencing token in every transaction that runs under the lock, as
	 * {@code @DistributedLock(fenced = true)} does. {@link LockOperations#execute} ends
	 * in an exception if no transaction was checked, and so does
	 * {@link HeldLock#release()}; {@link LockOperations#acquireAsync} refuses such a
	 * request, since it has no thread whose transactions could be checked.
	 * @return a request whose transactions are checked
	 */
	public LockRequest fenced() {
		return new LockRequest(this.keys, this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
				this.name, true, this.mode, this.permits, this.method);
	}

	/**
	 * Share the lock with others who ask for it so, while no owner has it exclusively.
	 * All who share it have the fencing token of the last exclusive owner, so such a
	 * request cannot be {@link #fenced()}.
	 * @return a request that shares the lock
	 */
	public LockRequest shared() {
		return new LockRequest(this.keys, this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
				this.name, this.isFenced, LockMode.SHARED, 0, this.method);
	}

	/**
	 * Take one of several permits of the key. Permits are no lock of that name. A thread
	 * that has one and asks again keeps the one that it has. Tokens of permits rise, but
	 * those who have a permit write side by side, so such a request cannot be
	 * {@link #fenced()}.
	 * @param permits how many owners may have one at a time, in the whole cluster, at
	 * least 1. Where nodes differ, the number of the node that started last counts
	 * @return a request for a permit
	 */
	public LockRequest permits(int permits) {
		return new LockRequest(this.keys, this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
				this.name, this.isFenced, LockMode.PERMIT, permits, this.method);
	}

	/**
	 * Declare that the lock is for an annotated method, which then decides how the lock
	 * and the transaction of the caller belong together.
	 * @param method the method
	 * @return a request for it
	 */
	public LockRequest method(LockedMethod method) {
		return new LockRequest(this.keys, this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
				this.name, this.isFenced, this.mode, this.permits, method);
	}

	@Override
	public String toString() {
		return "LockRequest[keys=%s, waitTime=%s, leaseTime=%s, autoRenew=%s, maxHoldTime=%s, onLost=%s, name=%s, fenced=%s, mode=%s, permits=%d, method=%s]"
			.formatted(LockKey.shown(this.keys.toString()), this.waitTime, this.leaseTime, this.autoRenew,
					this.maxHoldTime, this.onLost, this.name, this.isFenced, this.mode, this.permits, this.method);
	}

}
