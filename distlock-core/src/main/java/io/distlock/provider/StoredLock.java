// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Lock in the listing of a store. A lock with several owners is listed once for each
 * owner. Immutable; later versions may add attributes.
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
	 * Create an entry for an exclusive lock, or for a permit if the key is a key of
	 * permits.
	 * @param key the encoded key, see {@link LockKey#encoded(int)}
	 * @param holder the holding node, by its own name
	 * @param lastToken the last fencing token of the holder's block
	 * @param remaining the remaining lease, by the store's clock
	 * @param awaited whether another node waits for the lock
	 * @return the entry
	 */
	public static StoredLock of(String key, String holder, long lastToken, Duration remaining, boolean awaited) {
		return new StoredLock(key, LockKey.isOfPermits(key) ? LockMode.PERMIT : LockMode.EXCLUSIVE, holder, lastToken,
				remaining, awaited, null);
	}

	/**
	 * Return this entry with a start time derived from the token, for stores with
	 * time-based tokens. A token is at least the number of microseconds from 1970 to the
	 * grant of its block, by the store's clock.
	 * @return the entry
	 */
	public StoredLock sinceToken() {
		return since(Instant.EPOCH.plus(this.lastToken, ChronoUnit.MICROS));
	}

	/**
	 * Return this entry with a start time.
	 * @param since the start of the hold, by the store's clock
	 * @return the entry
	 */
	public StoredLock since(Instant since) {
		return new StoredLock(this.key, this.mode, this.holder, this.lastToken, this.remaining, this.awaited, since);
	}

	/**
	 * Return this entry as shared with other holders. The start time is removed, since
	 * shared holders have the token of the last exclusive owner.
	 * @return the same entry for a permit, or an entry of a shared lock
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
	 * Return the mode of the lock.
	 * @return the mode
	 */
	public LockMode mode() {
		return this.mode;
	}

	/**
	 * Return the holding node.
	 * @return the node, by its own name
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
	 * @return {@code true} if a node waits
	 */
	public boolean awaited() {
		return this.awaited;
	}

	/**
	 * Return the latest possible start of the hold: the grant of the lease, or the
	 * assignment of new tokens to the holder.
	 * @return the time, by the store's clock, or {@code null} if unknown
	 */
	public @Nullable Instant since() {
		return this.since;
	}

	/**
	 * Return a text for logs.
	 * @return the text, with key and holder as returned by {@link LockKey#shown(String)}
	 */
	@Override
	public String toString() {
		return "StoredLock[key=%s, mode=%s, holder=%s, lastToken=%d, remaining=%s, awaited=%s]".formatted(
				LockKey.shown(this.key), this.mode, LockKey.shown(this.holder), this.lastToken, this.remaining,
				this.awaited);
	}

}
