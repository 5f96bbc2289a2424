// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store whose administrator may cancel what clients have asked for.
 *
 * @since 0.1.0
 */
public interface StatementStore extends ConnectionStore {

	/**
	 * Cancel all statements of all nodes that run now.
	 */
	void cancelStatements();

}
