// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Sends many orders at once, for the button on the page.
 */
@RestController
class RushController {

	private static final int MOST = 1000;

	private static final int USUAL = 200;

	private final Rush rush;

	RushController(Rush rush) {
		this.rush = rush;
	}

	@PostMapping(path = "/rush", consumes = MediaType.APPLICATION_JSON_VALUE)
	Rush.Tally rushAsJson(@RequestBody RushForm form) {
		return rush(form);
	}

	@PostMapping("/rush")
	Rush.Tally rush(@ModelAttribute RushForm form) {
		return this.rush.send(form.checkedItem(), form.checkedOrders(), Boolean.TRUE.equals(form.unlocked()));
	}

	/**
	 * What to send.
	 *
	 * @param item what all customers want
	 * @param orders how many customers there are, 200 if nothing is said
	 * @param unlocked whether they are to do without the lock
	 */
	record RushForm(@Nullable String item, @Nullable Integer orders, @Nullable Boolean unlocked) {

		String checkedItem() {
			return OrderForm.checkedText("item", this.item);
		}

		int checkedOrders() {
			int checked = (this.orders != null) ? this.orders : USUAL;
			if (checked < 1 || checked > MOST) {
				throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'orders' must lie between 1 and " + MOST);
			}
			return checked;
		}

	}

}
