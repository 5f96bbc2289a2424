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
