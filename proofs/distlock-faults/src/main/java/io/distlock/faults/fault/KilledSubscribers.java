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

package io.distlock.faults.fault;

import io.distlock.faults.store.Store;
import io.distlock.faults.store.SubscriberStore;
import org.jspecify.annotations.Nullable;

/**
 * The connections end on which nodes hear of releases, again and again.
 *
 * @since 0.1.0
 */
public final class KilledSubscribers implements Fault {

	private static final int TIMES = 10;

	@Override
	public String name() {
		return "kill-subscribers";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof SubscriberStore) ? null : "it has no subscribers";
	}

	@Override
	public Strike plan(Scene scene) {
		SubscriberStore store = (SubscriberStore) scene.store();
		return Strike.of(name(), TIMES + " times all subscriptions", () -> scene.often(TIMES, store::killSubscribers),
				() -> {
				});
	}

}
