package io.distlock.contract;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;

/**
 * A store that runs for real, as the contracts need it.
 */
public interface StoreUnderTest {

	/**
	 * Return a provider as one more node would have it.
	 */
	LockProvider newProvider();

	/**
	 * Delete what the store has of a key, as an operator would by hand.
	 */
	void delete(LockKey key);

	/**
	 * Run the store's clean-up now, for keys that have been idle for no time at all.
	 */
	void purge();

	/**
	 * Return how many keys the store has anything of.
	 */
	long size();

}
