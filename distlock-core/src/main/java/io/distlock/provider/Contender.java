// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Participation of one JVM in the contention for a key. Used by one thread at a time.
 *
 * @since 0.1.0
 */
public interface Contender extends AutoCloseable {

	/**
	 * Send one request to the store. Blocks only for the round trip. The second attempt
	 * shows that the engine waits, so the provider subscribes and notifies the holder no
	 * earlier than with the second attempt. If the first attempt is busy, the provider
	 * may request the second attempt immediately.
	 * @param owner the unique identity of this attempt
	 * @return the result of the attempt
	 * @throws LockStoreException if the store did not respond or returned an error
	 */
	Attempt attempt(LockOwner owner);

	/**
	 * Leave the contention: remove the subscription, the watch or the entry in the
	 * store's queue. Does not release a granted lock. Never throws.
	 */
	@Override
	void close();

}
