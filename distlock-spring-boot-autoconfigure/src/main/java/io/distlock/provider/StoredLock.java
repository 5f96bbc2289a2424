package io.distlock.provider;

import java.time.Duration;

/**
 * A lock as a store lists it.
 *
 * @param key the encoded key, see {@link LockKey#encoded(int)}
 * @param holder the node that holds it, as it named itself
 * @param lastToken the last fencing token of the holder's block
 * @param remaining what is left of the lease, by the store's clock
 * @param awaited whether another node waits for it
 * @since 0.1.0
 */
public record StoredLock(String key, String holder, long lastToken, Duration remaining, boolean awaited) {

}
