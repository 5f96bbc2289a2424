// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

/**
 * Something that is measured: a product in one of its modes, or a floor that does the
 * least that a store can be asked to do.
 */
public interface Contestant extends AutoCloseable {

	/**
	 * What the name of each floor begins with.
	 */
	String FLOOR = "floor: ";

	/**
	 * Return what the tables call it.
	 */
	String name();

	/**
	 * Lock a key and release it, waiting for as long as it takes.
	 */
	void cycle(String key) throws Exception;

	@Override
	default void close() throws Exception {
	}

	/**
	 * Tell from a name whether it is that of a floor.
	 */
	static boolean isFloor(String name) {
		return name.startsWith(FLOOR);
	}

}
