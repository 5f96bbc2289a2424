// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * What a customer sends.
 *
 * @param item what is ordered
 * @param customer who orders it
 * @param unlocked whether to do without the lock; it is taken if nothing is said
 */
record OrderForm(@Nullable String item, @Nullable String customer, @Nullable Boolean unlocked) {

	String checkedItem() {
		return checkedText("item", this.item);
	}

	String checkedCustomer() {
		return checkedText("customer", this.customer);
	}

	boolean withoutLock() {
		return Boolean.TRUE.equals(this.unlocked);
	}

	static String checkedText(String name, @Nullable String text) {
		if (text == null || text.isBlank() || text.length() > 100) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"'%s' must have between 1 and 100 characters".formatted(name));
		}
		return text;
	}

}
