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
