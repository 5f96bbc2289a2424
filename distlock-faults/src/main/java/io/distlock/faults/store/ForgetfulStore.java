package io.distlock.faults.store;

/**
 * A store that may come back without its data.
 *
 * @since 0.1.0
 */
public interface ForgetfulStore extends Store {

	/**
	 * Start the servers again with nothing.
	 */
	void restartEmpty();

}
