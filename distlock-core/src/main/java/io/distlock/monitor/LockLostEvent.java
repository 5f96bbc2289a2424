// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;

import io.distlock.LockLostException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Published once when a lock is lost while it was held.
 *
 * @param key the key, as the application gave it
 * @param fencingToken the token of the lost hold, zero if its store has none
 * @param provider the name of the provider
 * @param heldFor how long the lock was held
 * @param thread the name of the thread that held the lock, or {@code null} if it belonged
 * to no thread
 * @param method the class and the name of the method that held the lock, or {@code null}
 * if the lock was not that of an annotation
 * @param reason the exception that the holder gets
 * @since 0.1.0
 */
public record LockLostEvent(String key, long fencingToken, String provider, Duration heldFor, @Nullable String thread,
		@Nullable String method, LockLostException reason) {

	/**
	 * Return this event as logs may have it.
	 * @return the text, with key and thread as {@link LockKey#shown(String)} has them
	 */
	@Override
	public String toString() {
		return "LockLostEvent[key=%s, fencingToken=%d, provider=%s, heldFor=%s, thread=%s, method=%s, reason=%s]"
			.formatted(LockKey.shown(this.key), this.fencingToken, this.provider, this.heldFor,
					(this.thread != null) ? LockKey.shown(this.thread) : null, this.method, this.reason);
	}

}
