// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.bestseller;

import java.time.Instant;

/**
 * What sells best.
 *
 * @param item the item
 * @param sold how many were sold
 * @param node the leader that counted
 * @param term its term
 * @param countedAt when it counted
 */
record Bestseller(String item, int sold, String node, long term, Instant countedAt) {

}
