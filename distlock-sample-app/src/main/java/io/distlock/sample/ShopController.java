// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Orders and deliveries, as JSON or as a form.
 */
@RestController
class ShopController {

	private final Shop shop;

	private final OpenOrders open;

	ShopController(Shop shop, OpenOrders open) {
		this.shop = shop;
		this.open = open;
	}

	@PostMapping(path = "/orders", consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.CREATED)
	PlacedOrder orderAsJson(@RequestBody OrderForm form) {
		return order(form);
	}

	@PostMapping("/orders")
	@ResponseStatus(HttpStatus.CREATED)
	PlacedOrder order(@ModelAttribute OrderForm form) {
		String item = form.checkedItem();
		String customer = form.checkedCustomer();
		return this.open.count(
				() -> form.withoutLock() ? this.shop.orderUnlocked(item, customer) : this.shop.order(item, customer));
	}

	@PostMapping(path = "/stock", consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void restockAsJson(@RequestBody StockForm form) {
		restock(form);
	}

	@PostMapping("/stock")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void restock(@ModelAttribute StockForm form) {
		this.shop.restock(form.checkedItem(), form.checkedUnits());
	}

}
