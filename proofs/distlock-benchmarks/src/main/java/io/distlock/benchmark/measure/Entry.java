// SPDX-License-Identifier: Apache-2.0

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
