// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

import io.distlock.internal.task.Durations;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Keys to lock, and options. Immutable; unset options have the defaults of {@code
 * distlock.*}. Later versions may add options.
 *
 * @since 0.1.0
 */
public final class LockRequest {

	/**
	 * Maximum number of keys in one request.
	 */
	public static final int MAX_KEYS = 1000;

	/**
	 * Shortest lease with enough time for a round trip and the drift allowance.
	 */
	public static final Duration MIN_LEASE_TIME = LockOptions.MIN_LEASE_TIME;

	/**
	 * Longest lease, 292 years: durations are counted in nanoseconds.
	 */
	public static final Duration MAX_LEASE_TIME = Durations.MAX;

	private static final List<String> RESERVED = List.of("distlock.", "cluster-job:", "liquibase:");

	private final List<String> keys;

	private final LockOptions options;

	private LockRequest(List<String> keys, LockOptions options) {
		this.keys = keys;
		this.options = options;
	}

	/**
	 * Return the keys.
	 * @return at least one key, without duplicates
	 */
	public List<String> keys() {
		return this.keys;
	}

	/**
	 * Return the wait time.
	 * @return the time, or {@code null} for the default
	 */
	public @Nullable Duration waitTime() {
		return this.options.waitTime;
	}

	/**
	 * Return the duration of the lease.
	 * @return the duration, or {@code null} for the default
	 */
	public @Nullable Duration leaseTime() {
		return this.options.leaseTime;
	}

	/**
	 * Return whether the lease is renewed.
	 * @return {@code true} by default
	 */
	public boolean autoRenew() {
		return this.options.autoRenew;
	}

	/**
	 * Return the time after which renewal stops.
	 * @return the time, or {@code null} for the default
	 */
	public @Nullable Duration maxHoldTime() {
		return this.options.maxHoldTime;
	}

	/**
	 * Return the policy for a loss of the lock.
	 * @return the policy; {@link OnLost#FAIL} by default
	 */
	public OnLost onLost() {
		return this.options.onLost;
	}

	/**
	 * Return the name for telemetry.
	 * @return the name, or {@code null} for no name
	 */
	public @Nullable String name() {
		return this.options.name;
	}

	/**
	 * Return whether fencing tokens are checked in transactions under the lock.
	 * @return {@code false} by default
	 */
	public boolean isFenced() {
		return this.options.fenced;
	}

	/**
	 * Return the mode of the lock.
	 * @return the mode; {@link LockMode#EXCLUSIVE} by default
	 */
	public LockMode mode() {
		return this.options.mode;
	}

	/**
	 * Return the maximum number of concurrent owners of a permit.
	 * @return the number; zero unless the mode is {@link LockMode#PERMIT}
	 */
	public int permits() {
		return this.options.permits;
	}

	/**
	 * Return the annotated method that requires the lock.
	 * @return the method, or {@code null} for a programmatic lock
	 */
	public @Nullable LockedMethod method() {
		return this.options.method;
	}

	/**
	 * Create a request for one key.
	 * @param key the key
	 * @return the request
	 * @throws IllegalLockKeyException if the key is null or blank
	 */
	public static LockRequest of(String key) {
		return of(List.of(checked(key)));
	}

	/**
	 * Create a request for a name and a value. For example, {@code
	 * LockRequest.of("user:point", "7")} requests the same lock as
	 * {@code @DistributedLock(name = "user:point", key = "#id")} with the id 7. A colon
	 * or percent sign in the name is encoded, as for the annotation.
	 * @param name the name, also used as the {@link #name(String) name for telemetry}
	 * @param value the text of the value; the constant's name for an enum
	 * @return the request
	 * @throws IllegalLockKeyException if the name or the value is null or blank
	 */
	public static LockRequest of(String name, String value) {
		return of(List.of(LockKey.join(checked(name), checked(value)))).name(name);
	}

	/**
	 * Create a request for several keys, which are acquired completely or not at all. The
	 * library orders the keys, so that callers do not deadlock.
	 * @param keys 1 to {@value #MAX_KEYS} keys; duplicates are ignored
	 * @return the request
	 * @throws IllegalLockKeyException if there are no keys or too many, or a key is null
	 * or blank
	 */
	public static LockRequest ofAll(Collection<String> keys) {
		return of(distinct(keys));
	}

	private static LockRequest of(List<String> keys) {
		return new LockRequest(keys, new LockOptions());
	}

	/**
	 * Create a request for another key with the same options.
	 * @param key the key
	 * @return a request for the given key only
	 * @throws IllegalLockKeyException if the key is null or blank
	 */
	public LockRequest key(String key) {
		return withKeys(List.of(checked(key)));
	}

	/**
	 * Create a request for other keys with the same options, all or none.
	 * @param keys the keys, as for {@link #ofAll}
	 * @return a request for them
	 * @throws IllegalLockKeyException if there are no keys or too many, or a key is null
	 * or blank
	 */
	public LockRequest keys(Collection<String> keys) {
		return withKeys(distinct(keys));
	}

	private LockRequest withKeys(List<String> keys) {
		return new LockRequest(keys, this.options);
	}

	private LockRequest with(Consumer<LockOptions> change) {
		LockOptions changed = new LockOptions(this.options);
		change.accept(changed);
		changed.check(this.keys);
		return new LockRequest(this.keys, changed);
	}

	private static List<String> distinct(Collection<String> keys) {
		Set<String> distinct = new LinkedHashSet<>();
		keys.forEach((key) -> distinct.add(checked(key)));
		if (distinct.isEmpty()) {
			throw new IllegalLockKeyException("[]", "'keys' must not be empty; name at least one key to lock", null);
		}
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

	// Reject keys of the library's own locks for leaders, jobs and migrations. The
	// library acquires these locks directly from the engine.
	void refuseReserved() {
		for (String key : this.keys) {
			for (String reserved : RESERVED) {
				if (key.startsWith(reserved)) {
					throw new IllegalLockKeyException(key, this.options.name,
							"Lock key '%s' must not begin with '%s', which begins the keys of the library's own locks, such as those of leaders, jobs and migrations. Put a prefix of your own before it"
								.formatted(LockKey.shown(key), reserved),
							null);
				}
			}
		}
	}

	/**
	 * Set the wait time. With zero, the request is sent exactly once.
	 * @param waitTime the time, not negative
	 * @return a request with the given wait time
	 */
	public LockRequest waitTime(Duration waitTime) {
		return with((options) -> options.waitTime = waitTime);
	}

	/**
	 * Set the duration for which the store keeps the lock without renewal.
	 * @param leaseTime the duration, from 100 ms ({@link #MIN_LEASE_TIME}) to 292 years
	 * ({@link #MAX_LEASE_TIME})
	 * @return a request with the given lease
	 * @throws IllegalArgumentException if the duration is out of range
	 */
	public LockRequest leaseTime(Duration leaseTime) {
		return with((options) -> options.leaseTime = leaseTime);
	}

	/**
	 * Set whether to renew the lease. A renewed lease is renewed every third of its
	 * duration while the lock is held; otherwise the lease is a hard upper limit.
	 * @param autoRenew whether to renew
	 * @return a request with the given renewal
	 */
	public LockRequest autoRenew(boolean autoRenew) {
		return with((options) -> options.autoRenew = autoRenew);
	}

	/**
	 * Set the time after which renewal stops, so that a stuck holder does not keep the
	 * lock forever.
	 * @param maxHoldTime the time, positive
	 * @return a request with the given limit
	 */
	public LockRequest maxHoldTime(Duration maxHoldTime) {
		return with((options) -> options.maxHoldTime = maxHoldTime);
	}

	/**
	 * Set the policy for a loss of the lock.
	 * @param onLost the policy
	 * @return a request with the given policy
	 */
	public LockRequest onLost(OnLost onLost) {
		return with((options) -> options.onLost = onLost);
	}

	/**
	 * Set the name for telemetry. The name is a tag of every metric and must have few
	 * distinct values, such as {@code orders} instead of {@code orders:42}. Locks of
	 * annotated methods and jobs already have a name.
	 * @param name the name, not blank
	 * @return a request with the given name
	 */
	public LockRequest name(String name) {
		return with((options) -> options.name = name);
	}

	/**
	 * Check the fencing token in every transaction under the lock, like
	 * {@code @DistributedLock(fenced = true)}. {@link LockOperations#execute} and
	 * {@link HeldLock#release()} throw an exception if no transaction was checked.
	 * {@link LockOperations#acquireAsync} rejects a fenced request, since the lock has no
	 * thread with transactions to check.
	 * @return a fenced request
	 */
	public LockRequest fenced() {
		return with((options) -> options.fenced = true);
	}

	/**
	 * Share the lock with other shared requests, while no owner holds the lock
	 * exclusively. All shared owners have the fencing token of the last exclusive owner,
	 * so a shared request cannot be {@link #fenced()}.
	 * @return a shared request
	 */
	public LockRequest shared() {
		return with((options) -> {
			options.mode = LockMode.SHARED;
			options.permits = 0;
		});
	}

	/**
	 * Request one of several permits of the key. Permits are independent of a lock with
	 * the same name. A thread with a permit that requests another permit keeps its
	 * existing permit. Tokens of permits increase, but owners of permits write
	 * concurrently, so a request for a permit cannot be {@link #fenced()}.
	 * @param permits the maximum number of owners in the whole cluster, at least 1. If
	 * nodes specify different numbers, the number of the most recently started node
	 * applies
	 * @return a request for a permit
	 */
	public LockRequest permits(int permits) {
		return with((options) -> {
			options.mode = LockMode.PERMIT;
			options.permits = permits;
		});
	}

	/**
	 * Set the annotated method that requires the lock. The method determines how the lock
	 * relates to the caller's transaction.
	 * @param method the method
	 * @return a request for the given method
	 */
	public LockRequest method(LockedMethod method) {
		return with((options) -> options.method = method);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockRequest that && this.keys.equals(that.keys)
				&& this.options.values().equals(that.options.values());
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.keys, this.options.values());
	}

	@Override
	public String toString() {
		return "LockRequest[keys=%s, waitTime=%s, leaseTime=%s, autoRenew=%s, maxHoldTime=%s, onLost=%s, name=%s, fenced=%s, mode=%s, permits=%d, method=%s]"
			.formatted(LockKey.shown(this.keys.toString()), this.options.waitTime, this.options.leaseTime,
					this.options.autoRenew, this.options.maxHoldTime, this.options.onLost, this.options.name,
					this.options.fenced, this.options.mode, this.options.permits, this.options.method);
	}

}
