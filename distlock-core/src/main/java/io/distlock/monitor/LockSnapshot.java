// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;

import io.distlock.LockMode;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a lock that this JVM holds.
 *
 * @param key the key, as the application gave it
 * @param mode how it is held
 * @param fencingToken the token of the hold, zero if its store has none
 * @param heldFor for how long it has been held
 * @param remainingLease how long it is surely held without another renewal
 * @param thread the name of the thread that holds it; {@code null} if it belongs to none
 * @param waiting how many callers of this JVM wait for it, in any mode
 * @since 0.1.0
 */
public record LockSnapshot(String key, LockMode mode, long fencingToken, Duration heldFor, Duration remainingLease,
		@Nullable String thread, int waiting) {

	/**
	 * Return this snapshot as logs may have it.
	 * @return the text, with key and thread as {@link LockKey#shown(String)} has them
	 */
	@Override
	public String toString() {
		return "LockSnapshot[key=%s, mode=%s, fencingToken=%d, heldFor=%s, remainingLease=%s, thread=%s, waiting=%d]"
			.formatted(LockKey.shown(this.key), this.mode, this.fencingToken, this.heldFor, this.remainingLease,
					(this.thread != null) ? LockKey.shown(this.thread) : null, this.waiting);
	}

}
