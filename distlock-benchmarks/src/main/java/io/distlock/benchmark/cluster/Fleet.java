package io.distlock.benchmark.cluster;

/**
 * Starts JVMs that use one store.
 *
 * @param store the name of its suite
 * @param address where it is
 */
public record Fleet(String store, String address) {

	/**
	 * Start a JVM with one product.
	 * @param entry the product
	 */
	Member start(String entry) throws Exception {
		return new Member(this.store, this.address, entry);
	}

}
