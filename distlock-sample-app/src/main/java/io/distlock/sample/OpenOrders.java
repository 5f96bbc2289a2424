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

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.springframework.stereotype.Component;

/**
 * Counts the orders that this node has received and not answered yet: one of them may
 * hold the lock, the others wait for it.
 */
@Component
class OpenOrders {

	private final AtomicInteger open = new AtomicInteger();

	<T> T count(Supplier<T> order) {
		this.open.incrementAndGet();
		try {
			return order.get();
		}
		finally {
			this.open.decrementAndGet();
		}
	}

	int now() {
		return this.open.get();
	}

}
