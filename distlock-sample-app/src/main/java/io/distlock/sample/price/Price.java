// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.price;

/**
 * What an item costs.
 *
 * @param item the item
 * @param cents its price
 */
record Price(String item, int cents) {

}
