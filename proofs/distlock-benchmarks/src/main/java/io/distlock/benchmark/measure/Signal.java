// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

/**
 * The fastest way on which one JVM can tell another one something through a store.
 */
public interface Signal extends AutoCloseable {

	/**
	 * Tell the others.
	 */
	void send() throws Exception;

	/**
	 * Wait for another one to send. What was sent before is not lost, and one's own
	 * signals are not heard.
	 */
	void await() throws Exception;

}
