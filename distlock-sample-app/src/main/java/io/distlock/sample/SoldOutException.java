// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

/**
 * There is no unit of the item left.
 */
class SoldOutException extends RuntimeException {

	private final String item;

	SoldOutException(String item) {
		super("'%s' is sold out".formatted(item));
		this.item = item;
	}

	String getItem() {
		return this.item;
	}

}
