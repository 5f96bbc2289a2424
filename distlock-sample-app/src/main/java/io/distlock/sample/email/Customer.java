// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

/**
 * A customer of the shop.
 *
 * @param id number of the customer
 * @param name the customer's name
 * @param email where emails go
 */
record Customer(int id, String name, String email) {

}
