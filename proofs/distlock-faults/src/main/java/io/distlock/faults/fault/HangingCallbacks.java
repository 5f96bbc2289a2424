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
import java.util.concurrent.TimeUnit;

import io.distlock.faults.node.NodeProcess;
import io.distlock.faults.store.Store;

/**
 * Callbacks of locks that were lost do not return. Then all locks are released by force,
 * and their holders have to hear of it.
 *
 * @since 0.1.0
 */
public final class HangingCallbacks implements Fault {

	@Override
	public String name() {
		return "hang-callbacks";
	}

	@Override
	public boolean losesLocks(Store store) {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return Duration.ofMillis(2500);
	}

	@Override
	public Strike plan(Scene scene) {
		return Strike.of(name(), "callbacks of each node hang, then all locks are released", () -> {
			scene.nodes()
				.forEach((node) -> node.order("%s %s-hang-%s".formatted(NodeProcess.HANG, scene.name(), node.name())));
			TimeUnit.MILLISECONDS.sleep(scene.lease().toMillis() / 2 + 500);
			scene.anyNode().order(NodeProcess.FORCE);
		}, () -> scene.nodes().forEach((node) -> node.order(NodeProcess.UNHANG)));
	}

}
