// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The shop as it is now, for people who watch it.
 *
 * @param node the node that was asked
 * @param item the item that was asked for
 * @param delivered how many units there were at first
 * @param stock how many are left
 * @param sold how many orders were taken
 * @param nodes the nodes
 * @param lockStore what holds the locks, {@code null} if they are switched off
 * @param locks who holds what
 * @param orders the last orders, newest first
 */
record ShopState(String node, String item, int delivered, int stock, int sold, List<NodeState> nodes,
		@Nullable String lockStore, List<LockState> locks, List<PlacedOrder> orders) {

	/**
	 * One node.
	 *
	 * @param name its name
	 * @param address where it answers
	 * @param alive whether it does
	 * @param pid its process, 0 if it does not answer
	 * @param openOrders how many orders it has received and not answered yet
	 * @param sold how many orders it took
	 */
	record NodeState(String name, URI address, boolean alive, long pid, int openOrders, int sold) {

	}

	/**
	 * One lock that is held.
	 *
	 * @param key what is locked
	 * @param holder the node that holds it
	 * @param token the last fencing token that the node may use
	 * @param remainingMillis what is left of the lease
	 * @param awaited whether another node waits for it
	 */
	record LockState(String key, String holder, long token, long remainingMillis, boolean awaited) {

	}

}
