// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;

import io.distlock.LockMode;

/**
 * A lock as a store lists it. A lock that several owners hold is listed once for each.
 *
 * @param key the encoded key, see {@link LockKey#encoded(int)}
 * @param mode how it is held
 * @param holder the node that holds it, as it named itself
 * @param lastToken the last fencing token of the holder's block
 * @param remaining what is left of the lease, by the store's clock
 * @param awaited whether another node waits for it
 * @since 0.1.0
 */
public record StoredLock(String key, LockMode mode, String holder, long lastToken, Duration remaining,
		boolean awaited) {

	/**
	 * Create a lock that is held exclusively, or a permit if the key is one of permits.
	 * @param key the encoded key
	 * @param holder the node that holds it
	 * @param lastToken the last fencing token of the holder's block
	 * @param remaining what is left of the lease
	 * @param awaited whether another node waits for it
	 */
	public StoredLock(String key, String holder, long lastToken, Duration remaining, boolean awaited) {
		this(key, LockKey.isOfPermits(key) ? LockMode.PERMIT : LockMode.EXCLUSIVE, holder, lastToken, remaining,
				awaited);
	}

	/**
	 * Return this lock as one that its holder shares with others.
	 * @return the same permit, or a lock that is held shared
	 */
	public StoredLock together() {
		LockMode together = (this.mode == LockMode.EXCLUSIVE) ? LockMode.SHARED : this.mode;
		return new StoredLock(this.key, together, this.holder, this.lastToken, this.remaining, this.awaited);
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
