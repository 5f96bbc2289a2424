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
 * A product that can be opened, in any JVM.
 *
 * @param name what the tables call it
 * @param waits whether it waits for a lock that another owner has
 * @param opening opens it
 */
public record Entry(String name, boolean waits, Opening opening) {

	/**
	 * Open the product.
	 * @param address where its store is
	 */
	public Locker open(String address) throws Exception {
		return this.opening.open(address);
	}

	/**
	 * Name the floor of a wake-up.
	 * @param name what the tables call it, without saying that it is a floor
	 * @param opening opens the signal
	 */
	public static Entry baton(String name, Signalling opening) {
		String full = Contestant.FLOOR + name;
		return new Entry(full, true, (address) -> new Baton(full, opening.open(address)));
	}

	/**
	 * Opens a signal.
	 */
	public interface Signalling {

		Signal open(String address) throws Exception;

	}

	/**
	 * Opens a product.
	 */
	public interface Opening {

		Locker open(String address) throws Exception;

	}

}
