// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.bestseller;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.annotation.LeaderOnly;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Counts what sells best every now and then, on the node that leads, so that the page
 * need not. A leader that was away for too long writes nothing: its term is too old.
 */
@Component
public class Bestsellers {

	private final BestsellerCache cache;

	private final String node;

	Bestsellers(BestsellerCache cache, @Value("${distlock.node-name}") String node) {
		this.cache = cache;
		this.node = node;
	}

	@Scheduled(fixedDelayString = "${shop.bestsellers.delay}")
	@LeaderOnly("bestsellers")
	public void warm() {
		long term = LockContext.current().map(HeldLock::fencingToken).orElse(0L);
		this.cache.warm(this.node, term);
	}

}
