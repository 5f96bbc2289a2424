// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * A lock as a store lists it. A lock that several owners hold is listed once for each.
 * Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class StoredLock {

	private final String key;

	private final LockMode mode;

	private final String holder;

	private final long lastToken;

	private final Duration remaining;

	private final boolean awaited;

	private final @Nullable Instant since;

	private StoredLock(String key, LockMode mode, String holder, long lastToken, Duration remaining, boolean awaited,
			@Nullable Instant since) {
		this.key = key;
		this.mode = mode;
		this.holder = holder;
		this.lastToken = lastToken;
		this.remaining = remaining;
		this.awaited = awaited;
		this.since = since;
	}

	/**
	 * Create a lock that is held exclusively, or a permit if the key is one of permits.
	 * @param key the encoded key, see {@link LockKey#encoded(int)}
	 * @param holder the node that holds it, as it named itself
	 * @param lastToken the last fencing token of the holder's block
	 * @param remaining the remaining lease, by the store's clock
	 * @param awaited whether another node waits for the lock
	 * @return the lock
	 */
	public static StoredLock of(String key, String holder, long lastToken, Duration remaining, boolean awaited) {
		return new StoredLock(key, LockKey.isOfPermits(key) ? LockMode.PERMIT : LockMode.EXCLUSIVE, holder, lastToken,
				remaining, awaited, null);
	}

	/**
	 * Return this lock with the time since when it is held, for a store whose tokens are
	 * times: a token is at least the microseconds since 1970, by the store's clock, at
	 * which its block was granted.
	 * @return the lock
	 */
	public StoredLock sinceToken() {
		return since(Instant.EPOCH.plus(this.lastToken, ChronoUnit.MICROS));
	}

	/**
	 * Return this lock with the time since when it is held.
	 * @param since the time, by the store's clock
	 * @return the lock
	 */
	public StoredLock since(Instant since) {
		return new StoredLock(this.key, this.mode, this.holder, this.lastToken, this.remaining, this.awaited, since);
	}

	/**
	 * Return this lock as one that its holder shares with others. The token says nothing
	 * of the time then: readers have that of the last writer.
	 * @return the same permit, or a lock that is held shared
	 */
	public StoredLock together() {
		return (this.mode != LockMode.EXCLUSIVE) ? this : new StoredLock(this.key, LockMode.SHARED, this.holder,
				this.lastToken, this.remaining, this.awaited, null);
	}

	/**
	 * Return the encoded key.
	 * @return the key, see {@link LockKey#encoded(int)}
	 */
	public String key() {
		return this.key;
	}

	/**
	 * Return how the lock is held.
	 * @return the mode
	 */
	public LockMode mode() {
		return this.mode;
	}

	/**
	 * Return the node that holds the lock.
	 * @return the node, as it named itself
	 */
	public String holder() {
		return this.holder;
	}

	/**
	 * Return the last fencing token of the holder's block.
	 * @return the token
	 */
	public long lastToken() {
		return this.lastToken;
	}

	/**
	 * Return the remaining lease.
	 * @return the time, by the store's clock
	 */
	public Duration remaining() {
		return this.remaining;
	}

	/**
	 * Return whether another node waits for the lock.
	 * @return whether a node waits
	 */
	public boolean awaited() {
		return this.awaited;
	}

	/**
	 * Return since when the lock is held, at the latest: its lease was granted then, or
	 * its holder was given new tokens.
	 * @return the time, by the store's clock, or {@code null} if the store does not know
	 */
	public @Nullable Instant since() {
		return this.since;
	}

	/**
	 * Return this lock as logs may have it.
	 * @return the text, with key and holder as {@link LockKey#shown(String)} has them
	 */
	@Override
	public String toString() {
		return "StoredLock[key=%s, mode=%s, holder=%s, lastToken=%d, remaining=%s, awaited=%s]".formatted(
				LockKey.shown(this.key), this.mode, LockKey.shown(this.holder), this.lastToken, this.remaining,
				this.awaited);
	}

}
