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
