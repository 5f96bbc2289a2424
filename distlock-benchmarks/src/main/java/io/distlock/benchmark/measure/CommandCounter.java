package io.distlock.benchmark.measure;

/**
 * Asks a server how many commands it has run.
 */
public interface CommandCounter {

	/**
	 * Counts nothing.
	 */
	CommandCounter NONE = () -> -1;

	/**
	 * Return the number since the server was started, or -1 if it does not count.
	 */
	long count() throws Exception;

}
