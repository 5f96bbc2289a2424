// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.List;

/**
 * A store that applications may or may not connect to.
 *
 * @param name what the tables call it
 * @param judged whether an application is to have no more with distlock than without
 * @param starting starts it
 */
public record IdleStore(String name, boolean judged, Starting starting) {

	/**
	 * Start the store.
	 */
	public Running start() throws Exception {
		return this.starting.start();
	}

	/**
	 * Starts a store.
	 */
	public interface Starting {

		Running start() throws Exception;

	}

	/**
	 * A store that runs.
	 */
	public interface Running extends AutoCloseable {

		/**
		 * Return the properties of an application that keeps its locks there.
		 */
		List<String> properties();

		/**
		 * Return how many connections the server has, apart from the one that asks.
		 */
		long connections() throws Exception;

		/**
		 * Return the number of keys, rows or nodes in the store.
		 */
		long keys() throws Exception;

		/**
		 * Describe a running store.
		 */
		static Running of(List<String> properties, CommandCounter.Number connections, CommandCounter.Number keys,
				AutoCloseable server) {
			return new Running() {

				@Override
				public List<String> properties() {
					return properties;
				}

				@Override
				public long connections() throws Exception {
					return connections.read();
				}

				@Override
				public long keys() throws Exception {
					return keys.read();
				}

				@Override
				public void close() throws Exception {
					server.close();
				}

			};
		}

	}

}
