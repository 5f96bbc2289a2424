// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

/**
 * Position of an attempt in the queue.
 *
 * @param node where its node is notified of its turn; zero if nowhere
 * @param queued whether it has stood in the queue before, from which it may have been
 * woken
 * @param counted whether its node is counted among those that poll
 * @since 0.1.0
 */
public record QueuePosition(long node, boolean queued, boolean counted) {

	/**
	 * Does not wait, and hears nothing.
	 */
	public static final QueuePosition NONE = new QueuePosition(0, false, false);

}
