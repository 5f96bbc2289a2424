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

package io.distlock.sample.voucher;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Vouchers, issued and redeemed.
 */
@RestController
class VoucherController {

	private static final int MOST = 100_000;

	private final Vouchers vouchers;

	VoucherController(Vouchers vouchers) {
		this.vouchers = vouchers;
	}

	@PutMapping("/vouchers/{code}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void issue(@PathVariable String code, @RequestParam int units) {
		if (units < 0 || units > MOST) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'units' must lie between 0 and " + MOST);
		}
		this.vouchers.issue(code, units);
	}

	@PostMapping("/vouchers/{code}")
	Redeemed redeem(@PathVariable String code) {
		return new Redeemed(code, this.vouchers.redeem(code));
	}

	/**
	 * What became of a voucher.
	 *
	 * @param code its code
	 * @param left how many are left
	 */
	record Redeemed(String code, int left) {

	}

}
