// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

/**
 * A store that runs for real, as the contracts need it. One object may serve all tests of
 * a class: they use keys of their own.
 *
 * @since 0.1.0
 */
public interface StoreUnderTest {

	/**
	 * Return a provider as one more node would have it. The test closes it.
	 * @return a provider, or one that all nodes share where the store lives in it
	 */
	LockProvider newProvider();

	/**
	 * Delete what the store has of a key, as an operator would by hand: without asking
	 * who holds it, and without a word to those who wait.
	 * @param key the key; what the store calls it may be {@link LockKey#encoded(int)
	 * encoded}
	 */
	void delete(LockKey key);

	/**
	 * Return ways in which something that is no lock gets to where the store keeps a key,
	 * by their names. A store that can hold nothing else there returns none.
	 * @param key the key, of which the store may have something that is to be overwritten
	 * @return what writes it, by name
	 */
	default Map<String, Runnable> intrusions(LockKey key) {
		return Map.of();
	}

	/**
	 * Return everything that the store has of a held key, as text.
	 * @param key the key
	 * @return the text, or {@code null} from a store without a hook for damaged records
	 */
	default @Nullable String readRecord(LockKey key) {
		return null;
	}

	/**
	 * Replace everything that the store has of a held key.
	 * @param key the key
	 * @param text the text of {@link #readRecord(LockKey)}, or a damaged one
	 * @return whether the store can keep such a text
	 */
	default boolean writeRecord(LockKey key, String text) {
		throw new UnsupportedOperationException("No record has been read from this store");
	}

	/**
	 * Return what the store calls the place of a key, as messages name it.
	 * @param key the key
	 * @return the name
	 */
	default String place(LockKey key) {
		return key.encoded(200);
	}

	/**
	 * Run the store's clean-up now, for keys that have been idle for no time at all. A
	 * store that keeps nothing of idle keys has nothing to do.
	 */
	default void purge() {
	}

	/**
	 * Return how many keys the store has anything of.
	 * @return the number, of held keys and of idle ones
	 */
	long size();

	/**
	 * Return how many locks a node holds at once in the test of many locks: all of them
	 * are to be renewed within 12 seconds. The system property
	 * {@code distlock.test.scale} makes them more.
	 * @return the number, at least 1000
	 */
	default int manyLocks() {
		return 1000 * LockContract.SCALE;
	}

	/**
	 * Return the precision of the store's clock. Nodes with jobs start that far apart,
	 * since the trigger of the last one counts.
	 * @return the precision, zero if it is finer than a millisecond
	 */
	default Duration clockPrecision() {
		return Duration.ZERO;
	}

	/**
	 * Return for how long a lock may stay held after its process was killed. A store
	 * whose sessions live longer than the lease says more than the lease. By default,
	 * holder and waiters each add the precision of the clock.
	 * @param lease the lease
	 * @return the longest time
	 */
	default Duration heldAfterDeath(Duration lease) {
		return lease.plus(clockPrecision().multipliedBy(2));
	}

	/**
	 * Return the arguments of the constructor that opens this store in another JVM. The
	 * constructor takes as many strings.
	 * @return the arguments, none for a store that only this JVM reaches: tests with
	 * several JVMs are skipped
	 */
	default List<String> connection() {
		return List.of();
	}

	/**
	 * Return the class of this store and its {@linkplain #connection() connection}.
	 * @return what {@link #open(List)} opens in another JVM
	 */
	default List<String> address() {
		List<String> address = new ArrayList<>(List.of(getClass().getName()));
		address.addAll(connection());
		return address;
	}

	/**
	 * Open a store of another JVM.
	 * @param address its {@linkplain #address() address}
	 * @return the store
	 * @throws Exception if its class has no such constructor, or that fails
	 */
	static StoreUnderTest open(List<String> address) throws Exception {
		List<String> connection = address.subList(1, address.size());
		Class<?>[] types = connection.stream().map(String::getClass).toArray(Class<?>[]::new);
		Constructor<?> constructor = Class.forName(address.get(0)).getDeclaredConstructor(types);
		constructor.setAccessible(true);
		return (StoreUnderTest) constructor.newInstance(connection.toArray());
	}

	/**
	 * Return whether the store knows a release again although another owner has been
	 * granted the lock since. A store that remembers the last owner of a key only, which
	 * is enough for a request that is repeated at once, says no.
	 * @return whether it does
	 */
	default boolean remembersReleases() {
		return true;
	}

	/**
	 * Return whether the tokens that a release gives back are granted again. A store
	 * whose tokens do not count up from its clock, such as one that numbers its
	 * transactions, says no; they rise all the same.
	 * @return whether they are
	 */
	default boolean grantsUnusedTokensAgain() {
		return true;
	}

}
