// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import io.distlock.LockMode;
import io.distlock.provider.LockKey;

/**
 * Application event published after an operator has ended a held lock, on the node that
 * received the request and after the store has ended the lock. Writes with fencing tokens
 * up to the last token must be rejected from now on.
 *
 * @param key the key as specified by the application
 * @param mode the mode: exclusive, shared, or permits, of which all are ended
 * @param lastToken the last fencing token that the holder may have used
 * @param provider the name of the provider, such as {@code jdbc}
 * @since 0.1.0
 */
public record LockForceReleasedEvent(String key, LockMode mode, long lastToken, String provider) {

	/**
	 * Return a text for logs.
	 * @return the text, with the key as returned by {@link LockKey#shown(String)}
	 */
	@Override
	public String toString() {
		return "LockForceReleasedEvent[key=%s, mode=%s, lastToken=%d, provider=%s]".formatted(LockKey.shown(this.key),
				this.mode, this.lastToken, this.provider);
	}

}
