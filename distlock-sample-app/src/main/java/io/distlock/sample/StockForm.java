// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * What a supplier sends.
 *
 * @param item what is delivered
 * @param units how many there are from now on, 100 if nothing is said
 */
record StockForm(@Nullable String item, @Nullable Integer units) {

	private static final int USUAL = 100;

	private static final int MOST = 100_000;

	String checkedItem() {
		return OrderForm.checkedText("item", this.item);
	}

	int checkedUnits() {
		int checked = (this.units != null) ? this.units : USUAL;
		if (checked < 0 || checked > MOST) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'units' must lie between 0 and " + MOST);
		}
		return checked;
	}

}
