// SPDX-License-Identifier: Apache-2.0

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
