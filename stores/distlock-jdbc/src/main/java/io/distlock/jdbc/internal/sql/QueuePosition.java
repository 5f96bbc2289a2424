// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

/**
 * Position of an attempt in the queue.
 *
 * @param node address for notifications of the node, zero for none
 * @param queued {@code true} if the attempt was queued before, and may have been woken
 * @param counted {@code true} if the node counts as polling
 * @since 0.1.0
 */
public record QueuePosition(long node, boolean queued, boolean counted) {

	/**
	 * Position of an attempt that does not wait and receives no notifications.
	 */
	public static final QueuePosition NONE = new QueuePosition(0, false, false);

}
