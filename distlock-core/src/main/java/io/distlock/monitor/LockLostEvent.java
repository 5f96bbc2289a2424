// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;

import io.distlock.LockLostException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Event published once for each lock that is lost while held.
 *
 * @param key the key as specified by the application
 * @param fencingToken the token of the lost hold, or zero if the store has no tokens
 * @param provider the name of the provider
 * @param heldFor the time for which the lock was held
 * @param thread the name of the holding thread, or {@code null} for a lock without a
 * thread
 * @param method the class and method name of the holding method, or {@code null} for a
 * lock without an annotation
 * @param reason the exception for the holder
 * @since 0.1.0
 */
public record LockLostEvent(String key, long fencingToken, String provider, Duration heldFor, @Nullable String thread,
		@Nullable String method, LockLostException reason) {

	/**
	 * Return a text for logs.
	 * @return the text, with key and thread as returned by {@link LockKey#shown(String)}
	 */
	@Override
	public String toString() {
		return "LockLostEvent[key=%s, fencingToken=%d, provider=%s, heldFor=%s, thread=%s, method=%s, reason=%s]"
			.formatted(LockKey.shown(this.key), this.fencingToken, this.provider, this.heldFor,
					(this.thread != null) ? LockKey.shown(this.thread) : null, this.method, this.reason);
	}

}
