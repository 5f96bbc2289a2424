package io.distlock.benchmark.measure;

/**
 * A product that can be opened, in any JVM.
 *
 * @param name what the tables call it
 * @param waits whether it waits for a lock that somebody else has
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
	 * Opens a product.
	 */
	public interface Opening {

		Locker open(String address) throws Exception;

	}

}
