// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An order that the shop has taken.
 *
 * @param id number of the order
 * @param item what was ordered
 * @param customer who ordered it
 * @param node the node that took the order
 * @param token the fencing token of the lock that the order was taken under, {@code null}
 * if it was taken without a lock
 * @param placedAt when the order was taken
 */
public record PlacedOrder(long id, String item, String customer, String node, @Nullable Long token, Instant placedAt) {

}
