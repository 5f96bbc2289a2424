package io.distlock.faults.fault;

import java.util.List;

import io.distlock.testserver.FaultyRelay;

/**
 * A node, as faults see it.
 *
 * @since 0.1.0
 */
public interface Victim {

	/**
	 * Return its name in the events.
	 * @return the name
	 */
	String name();

	/**
	 * Return what stands between it and the servers of the store, in their order.
	 * @return the relays
	 */
	List<FaultyRelay> relays();

	/**
	 * Kill it as {@code kill -9} does.
	 */
	void kill();

	/**
	 * Stop the process with {@code SIGSTOP}.
	 */
	void freeze();

	/**
	 * Let a frozen process go on.
	 */
	void thaw();

	/**
	 * Send a line to its standard input.
	 * @param order one of those in {@code NodeProcess}
	 */
	void order(String order);

}
