package io.distlock.benchmark.measure;

/**
 * Something that is measured: a product in one of its modes, or a floor that does the
 * least that a store can be asked to do.
 */
public interface Contestant extends AutoCloseable {

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

}
