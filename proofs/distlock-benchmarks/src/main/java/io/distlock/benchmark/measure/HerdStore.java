// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

/**
 * A store, and a product that locks there, for as many nodes as one likes.
 *
 * @param name what the tables call it
 * @param mostNodes how many nodes it can have
 * @param polls whether nodes that wait ask now and then, since they hear of no release
 * @param unit what is counted at the server, in the plural
 * @param starting starts the server
 */
public record HerdStore(String name, int mostNodes, boolean polls, String unit, Starting starting) {

	/**
	 * Starts a server.
	 */
	public interface Starting {

		Running start() throws Exception;

	}

	/**
	 * A server that runs. Closing it ends the server, and what nodes share.
	 */
	public interface Running extends AutoCloseable {

		/**
		 * Return the port of the server.
		 */
		int port();

		/**
		 * Open a node.
		 * @param port what leads to the server
		 */
		HerdNode node(int port) throws Exception;

		/**
		 * Return the time of processors that the server has used so far.
		 */
		double cpuMillis() throws Exception;

		/**
		 * Return what the server has counted so far.
		 */
		long commands() throws Exception;

		/**
		 * Return how often nodes have asked for the lock so far, zero if that is not
		 * known.
		 */
		long attempts();

	}

}
