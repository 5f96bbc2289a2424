// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.util.Map;

/**
 * A server on the loopback address that keeps the locks of the nodes.
 */
interface SharedLockStore extends AutoCloseable {

	/**
	 * Return what a node has to know.
	 * @return properties of the node
	 */
	Map<String, String> properties();

	@Override
	void close() throws IOException;

}
