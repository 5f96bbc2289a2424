// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.price;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Prices, read and changed.
 */
@RestController
class PriceController {

	private static final int MOST = 1_000_000;

	private final PriceList prices;

	PriceController(PriceList prices) {
		this.prices = prices;
	}

	@GetMapping("/prices")
	List<Price> read() {
		return this.prices.read();
	}

	@PostMapping("/prices")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void change(@RequestParam int cents) {
		if (cents < 1 || cents > MOST) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'cents' must lie between 1 and " + MOST);
		}
		this.prices.change(cents);
	}

}
