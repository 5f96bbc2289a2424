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

import java.time.Duration;

import io.distlock.faults.node.NodeProcess;
import io.distlock.faults.store.PooledStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * Business code takes all connections of the application's pool, on all nodes.
 *
 * @since 0.1.0
 */
public final class ExhaustedPool implements Fault {

	@Override
	public String name() {
		return "exhaust-pool";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof PooledStore) ? null : "it has no pool";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.longerThan(scene.lease(), scene.lease().toMillis());
	}

	@Override
	public Strike plan(Scene scene) {
		String order = NodeProcess.EXHAUST + " " + lasts(scene);
		return Strike.of(name(), "all connections of the pool of each node",
				() -> scene.nodes().forEach((node) -> node.order(order)), () -> {
				});
	}

}
