// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.bestseller;

import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells what sells best, as the leader has counted last.
 */
@RestController
class BestsellerController {

	private final BestsellerCache cache;

	BestsellerController(BestsellerCache cache) {
		this.cache = cache;
	}

	@GetMapping("/bestseller")
	Answer bestseller() {
		return new Answer(this.cache.read().orElse(null));
	}

	/**
	 * An answer.
	 *
	 * @param bestseller the bestseller, {@code null} if nothing has been sold
	 */
	record Answer(@Nullable Bestseller bestseller) {

	}

}
