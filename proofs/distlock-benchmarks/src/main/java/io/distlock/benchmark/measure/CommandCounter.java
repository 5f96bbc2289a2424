// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.Optional;

/**
 * Asks a server how much it is asked to do.
 */
public interface CommandCounter {

	/**
	 * Return what it counts, in the plural, or nothing if it does not count.
	 */
	Optional<String> unit();

	/**
	 * Begin to count.
	 */
	Counting start() throws Exception;

	/**
	 * Count nothing.
	 */
	static CommandCounter none() {
		return of(Optional.empty(), () -> 0);
	}

	/**
	 * Read a number that only rises.
	 * @param unit what it counts
	 * @param number reads it
	 */
	static CommandCounter of(String unit, Number number) {
		return of(Optional.of(unit), number);
	}

	private static CommandCounter of(Optional<String> unit, Number number) {
		return new CommandCounter() {

			@Override
			public Optional<String> unit() {
				return unit;
			}

			@Override
			public Counting start() throws Exception {
				long before = number.read();
				return () -> number.read() - before;
			}

		};
	}

	/**
	 * Something that is being counted.
	 */
	interface Counting {

		/**
		 * End the counting.
		 * @return the number since it was started
		 */
		long stop() throws Exception;

	}

	/**
	 * A number of the server.
	 */
	interface Number {

		long read() throws Exception;

	}

}
