// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * One JVM's place in the contest for one key. Used by one thread at a time.
 *
 * @since 0.1.0
 */
public interface Contender extends AutoCloseable {

	/**
	 * Ask the store once. Blocks for the round trip and no longer. A second attempt means
	 * that the engine waits: only then is it time to subscribe, and to let the holder
	 * know; the first one, if busy, may ask for a second at once.
	 * @param owner the identity of this attempt, never used before
	 * @return whether the lock was granted
	 * @throws LockStoreException if the store did not answer, or answered with an error
	 */
	Attempt attempt(LockOwner owner);

	/**
	 * Leave the contest: drop the subscription, the watch or the place in the store's
	 * queue. Does not release what was granted. Never throws.
	 */
	@Override
	void close();

}
