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

import java.util.List;

import io.distlock.faults.store.ReplicatedStore;

/**
 * The primary is cut off from its replicas together with a node, and a replica is
 * promoted for the others.
 *
 * @since 0.1.0
 */
public final class SplitBrain implements ReplicaFault {

	@Override
	public String name() {
		return "split-brain";
	}

	@Override
	public Strike plan(Scene scene) {
		ReplicatedStore store = (ReplicatedStore) scene.store();
		Victim alone = scene.anyNode();
		List<? extends Victim> others = scene.nodes().stream().filter((node) -> node != alone).toList();
		return Strike.of(name(), "%s stays with the former primary".formatted(alone.name()), () -> {
			store.holdBack(2);
			Primaries.lead(others, store.promote());
		}, () -> {
			Primaries.lead(List.of(alone), store.ports().get(0));
			store.rejoin();
		});
	}

}
