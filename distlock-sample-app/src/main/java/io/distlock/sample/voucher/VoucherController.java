// SPDX-License-Identifier: Apache-2.0

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
