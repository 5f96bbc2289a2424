// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault;

import java.time.Duration;
import java.util.List;

import io.distlock.testserver.relay.FaultyRelay;

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
	 * Wait until a worker is granted a lock, which it holds on to.
	 * @param time for how long it does at least
	 * @param patience how long to wait
	 * @return whether one was
	 * @throws InterruptedException if the wait is interrupted
	 */
	boolean awaitGrant(Duration time, Duration patience) throws InterruptedException;

	/**
	 * Send a line to its standard input.
	 * @param order one of those in {@code NodeProcess}
	 */
	void order(String order);

}
