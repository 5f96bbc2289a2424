// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

/**
 * One of many nodes of a JVM, each with a provider and with connections of its own, as if
 * it were alone in a JVM.
 */
public interface HerdNode extends AutoCloseable {

	/**
	 * Lock a key, waiting for as long as it takes.
	 * @return releases it, on the same thread
	 * @throws InterruptedException if the thread was interrupted; then the node does not
	 * wait any more
	 */
	AutoCloseable lock(String key) throws Exception;

}
