// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.Map;

import io.distlock.provider.LockProvider;

/**
 * A server that keeps jobs, and counts what it is asked.
 *
 * @param name what the tables call it
 * @param starting starts it
 */
public record JobStoreServer(String name, Starting starting) {

	/**
	 * Start the server.
	 */
	public Running start() throws Exception {
		return this.starting.start();
	}

	/**
	 * Starts a server.
	 */
	public interface Starting {

		Running start() throws Exception;

	}

	/**
	 * A server that runs.
	 */
	public interface Running extends AutoCloseable {

		/**
		 * Make what another node has, which is never closed.
		 */
		LockProvider newProvider() throws Exception;

		/**
		 * Return numbers that only rise, by what they count.
		 */
		Map<String, Long> counts() throws Exception;

	}

}
