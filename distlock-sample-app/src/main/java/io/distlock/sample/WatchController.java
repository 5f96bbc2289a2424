// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What the page shows.
 */
@RestController
class WatchController {

	private final Watch watch;

	private final OpenOrders open;

	private final String node;

	WatchController(Watch watch, OpenOrders open, @Value("${distlock.node-name}") String node) {
		this.watch = watch;
		this.open = open;
		this.node = node;
	}

	@GetMapping("/state")
	ShopState state(@RequestParam(defaultValue = "espresso-machine") String item) {
		return this.watch.state(item);
	}

	@GetMapping("/node")
	Node node() {
		return new Node(this.node, ProcessHandle.current().pid(), this.open.now());
	}

}
