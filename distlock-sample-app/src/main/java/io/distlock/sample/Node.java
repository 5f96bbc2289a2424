// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

/**
 * What a node says of itself.
 *
 * @param name its name
 * @param pid its process
 * @param openOrders how many orders it has received and not answered yet
 */
record Node(String name, long pid, int openOrders) {

}
