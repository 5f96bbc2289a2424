/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
