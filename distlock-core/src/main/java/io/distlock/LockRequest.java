// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.distlock.internal.task.Durations;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Describes which keys to lock, and how. Immutable; attributes without a value have the
 * default of {@code distlock.*}. Later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class LockRequest {

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

	private static final List<String> RESERVED = List.of("distlock.", "cluster-job:", "liquibase:");

	private final List<String> keys;

	/**
	 * Never changed once a request has them, so requests for other keys share them.
	 */
	private final Attributes attributes;

	private LockRequest(List<String> keys, Attributes attributes) {
		this.keys = keys;
		this.attributes = attributes;
	}

	/**
	 * Return the keys.
	 * @return the keys, without duplicates; one or more
	 */
	public List<String> keys() {
		return this.keys;
	}

	/**
	 * Return how long to wait.
	 * @return the time, or {@code null} for the default
	 */
	public @Nullable Duration waitTime() {
		return this.attributes.waitTime;
	}

	/**
	 * Return the lease.
	 * @return the lease, or {@code null} for the default
	 */
	public @Nullable Duration leaseTime() {
		return this.attributes.leaseTime;
	}

	/**
	 * Return whether the lease is renewed.
	 * @return {@code true} by default
	 */
	public boolean autoRenew() {
		return this.attributes.autoRenew;
	}

	/**
	 * Return the time after which renewal stops.
	 * @return the time, or {@code null} for the default
	 */
	public @Nullable Duration maxHoldTime() {
		return this.attributes.maxHoldTime;
	}

	/**
	 * Return the policy for a loss.
	 * @return the policy; {@link OnLost#FAIL} by default
	 */
	public OnLost onLost() {
		return this.attributes.onLost;
	}

	/**
	 * Return the name for telemetry.
	 * @return the name, or {@code null} for no name
	 */
	public @Nullable String name() {
		return this.attributes.name;
	}

	/**
	 * Return whether transactions under the lock are checked.
	 * @return {@code false} by default
	 */
	public boolean isFenced() {
		return this.attributes.fenced;
	}

	/**
	 * Return how the keys are to be held.
	 * @return the mode; {@link LockMode#EXCLUSIVE} by default
	 */
	public LockMode mode() {
		return this.attributes.mode;
	}

	/**
	 * Return how many owners may have a permit at a time.
	 * @return the number; zero unless the mode is {@link LockMode#PERMIT}
	 */
	public int permits() {
		return this.attributes.permits;
	}

	/**
	 * Return the annotated method that the lock is for.
	 * @return the method, or {@code null} for a lock that is acquired in code
	 */
	public @Nullable LockedMethod method() {
		return this.attributes.method;
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
		return new LockRequest(keys, new Attributes());
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
		return new LockRequest(keys, this.attributes);
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

	// The library takes its own locks, as those of leaders, jobs and migrations, from
	// the engine.
	void refuseReserved() {
		for (String key : this.keys) {
			for (String reserved : RESERVED) {
				if (key.startsWith(reserved)) {
					throw new IllegalLockKeyException(key, this.attributes.name,
							"Lock key '%s' must not begin with '%s', which begins the keys of the library's own locks, such as those of leaders, jobs and migrations. Put a prefix of your own before it"
								.formatted(LockKey.shown(key), reserved),
							null);
				}
			}
		}
	}

	/**
	 * Wait this long for the lock; zero asks exactly once.
	 * @param waitTime the time, not negative
	 * @return a request that waits so
	 */
	public LockRequest waitTime(Duration waitTime) {
		Attributes changed = new Attributes(this.attributes);
		changed.waitTime = waitTime;
		return changed.of(this.keys);
	}

	/**
	 * Let the store keep the lock this long unless it is renewed.
	 * @param leaseTime the time, at least 100 ms, see {@link #MIN_LEASE_TIME}, and at
	 * most 292 years
	 * @return a request with this lease
	 * @throws IllegalArgumentException if the time is shorter
	 */
	public LockRequest leaseTime(Duration leaseTime) {
		Attributes changed = new Attributes(this.attributes);
		changed.leaseTime = leaseTime;
		return changed.of(this.keys);
	}

	/**
	 * Renew the lease every third of it for as long as the lock is held, or let it be a
	 * hard upper bound.
	 * @param autoRenew whether to renew
	 * @return a request that does so
	 */
	public LockRequest autoRenew(boolean autoRenew) {
		Attributes changed = new Attributes(this.attributes);
		changed.autoRenew = autoRenew;
		return changed.of(this.keys);
	}

	/**
	 * Stop renewing after this time, so that a stuck holder does not keep the lock for
	 * ever.
	 * @param maxHoldTime the time, positive
	 * @return a request with this bound
	 */
	public LockRequest maxHoldTime(Duration maxHoldTime) {
		Attributes changed = new Attributes(this.attributes);
		changed.maxHoldTime = maxHoldTime;
		return changed.of(this.keys);
	}

	/**
	 * Set what a loss does to the running code.
	 * @param onLost the policy
	 * @return a request with this policy
	 */
	public LockRequest onLost(OnLost onLost) {
		Attributes changed = new Attributes(this.attributes);
		changed.onLost = onLost;
		return changed.of(this.keys);
	}

	/**
	 * Give what is locked a name for telemetry. It is a tag of every metric, so it must
	 * be one of few: {@code orders}, and never {@code orders:42}. Locks of annotated
	 * methods and jobs have theirs.
	 * @param name the name, not blank
	 * @return a request with this name
	 */
	public LockRequest name(String name) {
		Attributes changed = new Attributes(this.attributes);
		changed.name = name;
		return changed.of(this.keys);
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
		Attributes changed = new Attributes(this.attributes);
		changed.fenced = true;
		return changed.of(this.keys);
	}

	/**
	 * Share the lock with others who ask for it so, while no owner has it exclusively.
	 * All who share it have the fencing token of the last exclusive owner, so such a
	 * request cannot be {@link #fenced()}.
	 * @return a request that shares the lock
	 */
	public LockRequest shared() {
		Attributes changed = new Attributes(this.attributes);
		changed.mode = LockMode.SHARED;
		changed.permits = 0;
		return changed.of(this.keys);
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
		Attributes changed = new Attributes(this.attributes);
		changed.mode = LockMode.PERMIT;
		changed.permits = permits;
		return changed.of(this.keys);
	}

	/**
	 * Declare that the lock is for an annotated method, which then decides how the lock
	 * and the transaction of the caller belong together.
	 * @param method the method
	 * @return a request for it
	 */
	public LockRequest method(LockedMethod method) {
		Attributes changed = new Attributes(this.attributes);
		changed.method = method;
		return changed.of(this.keys);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockRequest that && this.keys.equals(that.keys)
				&& this.attributes.values().equals(that.attributes.values());
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.keys, this.attributes.values());
	}

	@Override
	public String toString() {
		return "LockRequest[keys=%s, waitTime=%s, leaseTime=%s, autoRenew=%s, maxHoldTime=%s, onLost=%s, name=%s, fenced=%s, mode=%s, permits=%d, method=%s]"
			.formatted(LockKey.shown(this.keys.toString()), this.attributes.waitTime, this.attributes.leaseTime,
					this.attributes.autoRenew, this.attributes.maxHoldTime, this.attributes.onLost,
					this.attributes.name, this.attributes.fenced, this.attributes.mode, this.attributes.permits,
					this.attributes.method);
	}

	/**
	 * The attributes of a request.
	 */
	private static final class Attributes {

		private @Nullable Duration waitTime;

		private @Nullable Duration leaseTime;

		private boolean autoRenew = true;

		private @Nullable Duration maxHoldTime;

		private OnLost onLost = OnLost.FAIL;

		private @Nullable String name;

		private boolean fenced;

		private LockMode mode = LockMode.EXCLUSIVE;

		private int permits;

		private @Nullable LockedMethod method;

		Attributes() {
		}

		Attributes(Attributes other) {
			this.waitTime = other.waitTime;
			this.leaseTime = other.leaseTime;
			this.autoRenew = other.autoRenew;
			this.maxHoldTime = other.maxHoldTime;
			this.onLost = other.onLost;
			this.name = other.name;
			this.fenced = other.fenced;
			this.mode = other.mode;
			this.permits = other.permits;
			this.method = other.method;
		}

		LockRequest of(List<String> keys) {
			check(keys);
			return new LockRequest(keys, this);
		}

		List<@Nullable Object> values() {
			return Arrays.asList(this.waitTime, this.leaseTime, this.autoRenew, this.maxHoldTime, this.onLost,
					this.name, this.fenced, this.mode, this.permits, this.method);
		}

		private void check(List<String> keys) {
			if (this.waitTime != null && this.waitTime.isNegative()) {
				throw new IllegalArgumentException(
						"'waitTime' must not be negative, but is %s".formatted(Durations.text(this.waitTime)));
			}
			if (this.leaseTime != null && this.leaseTime.compareTo(MIN_LEASE_TIME) < 0) {
				throw new IllegalArgumentException("'leaseTime' must be at least %d ms, but is %s"
					.formatted(MIN_LEASE_TIME.toMillis(), Durations.text(this.leaseTime)));
			}
			if (this.leaseTime != null && this.leaseTime.compareTo(MAX_LEASE_TIME) > 0) {
				throw new IllegalArgumentException("'leaseTime' must not be longer than 292 years, but is %s"
					.formatted(Durations.text(this.leaseTime)));
			}
			if (this.maxHoldTime != null && (this.maxHoldTime.isNegative() || this.maxHoldTime.isZero())) {
				throw new IllegalArgumentException(
						"'maxHoldTime' must be positive, but is %s".formatted(Durations.text(this.maxHoldTime)));
			}
			if (this.name != null && this.name.isBlank()) {
				throw new IllegalArgumentException("'name' must not be blank; leave it out for none");
			}
			if (this.mode == LockMode.PERMIT && this.permits < 1) {
				throw new IllegalArgumentException("'permits' must be at least 1, but is %d".formatted(this.permits));
			}
			if (this.fenced && this.mode != LockMode.EXCLUSIVE) {
				throw new IllegalArgumentException(
						"A request for lock '%s' must not be both fenced() and %s: several owners can hold it at once, and no token distinguishes them. Remove one of the two"
							.formatted(LockKey.shown(String.join(", ", keys)),
									(this.mode == LockMode.SHARED) ? "shared()" : "permits()"));
			}
		}

	}

}
