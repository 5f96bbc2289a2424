/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
