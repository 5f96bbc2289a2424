// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import io.distlock.LockMode;
import io.distlock.provider.LockKey;

/**
 * An operator has ended a lock that was held. Published as an application event on the
 * node that was asked to, after the store has done it: what was written under the lock's
 * tokens up to the last one is to be refused from now on.
 *
 * @param key the key, as the application gives it
 * @param mode how it was held: exclusively, shared, or as permits, of which all are ended
 * @param lastToken the last fencing token that the holder may have used
 * @param provider the name of the provider, such as {@code jdbc}
 * @since 0.1.0
 */
public record LockForceReleasedEvent(String key, LockMode mode, long lastToken, String provider) {

	/**
	 * Return this event as logs may have it.
	 * @return the text, with the key as {@link LockKey#shown(String)} has it
	 */
	@Override
	public String toString() {
		return "LockForceReleasedEvent[key=%s, mode=%s, lastToken=%d, provider=%s]".formatted(LockKey.shown(this.key),
				this.mode, this.lastToken, this.provider);
	}

}
