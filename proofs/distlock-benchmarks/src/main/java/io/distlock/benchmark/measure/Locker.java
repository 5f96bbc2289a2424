// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

/**
 * A product that locks.
 */
public interface Locker extends Contestant {

	/**
	 * Lock a key, waiting for as long as it takes.
	 * @return releases it, on the same thread
	 */
	AutoCloseable lock(String key) throws Exception;

	@Override
	default void cycle(String key) throws Exception {
		lock(key).close();
	}

	/**
	 * Name a way to lock, and say what to close at the end.
	 */
	static Locker of(String name, Locking locking, AutoCloseable resource) {
		return new Locker() {

			@Override
			public String name() {
				return name;
			}

			@Override
			public AutoCloseable lock(String key) throws Exception {
				return locking.lock(key);
			}

			@Override
			public void close() throws Exception {
				resource.close();
			}

		};
	}

	/**
	 * Locks a key.
	 */
	interface Locking {

		AutoCloseable lock(String key) throws Exception;

	}

}
