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

/**
 * The application uses up the pools of its nodes: tasks that block in the common pool,
 * and continuations of asynchronous locks that block as well.
 *
 * @since 0.1.0
 */
public final class FullPools implements Fault {

	@Override
	public String name() {
		return "full-pools";
	}

	@Override
	public boolean sparesStore() {
		return true;
	}

	/**
	 * Attempts have to end in time meanwhile.
	 */
	@Override
	public Duration lasts(Scene scene) {
		return scene.between(4500, 6000);
	}

	@Override
	public Strike plan(Scene scene) {
		Duration time = lasts(scene);
		return Strike.of(name(), "common pool and continuations of each node",
				() -> scene.nodes()
					.forEach((node) -> node
						.order("%s %s %s-pool-%s".formatted(NodeProcess.FILL, time, scene.name(), node.name()))),
				() -> {
				});
	}

}
