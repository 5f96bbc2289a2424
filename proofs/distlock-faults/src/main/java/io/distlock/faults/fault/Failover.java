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

import io.distlock.faults.store.ReplicatedStore;

/**
 * The primary is killed without notice, and the replica promoted that has heard the most.
 *
 * @since 0.1.0
 */
public final class Failover implements ReplicaFault {

	@Override
	public String name() {
		return "failover";
	}

	@Override
	public Strike plan(Scene scene) {
		ReplicatedStore store = (ReplicatedStore) scene.store();
		return Strike.of(name(), "kill -9 of the primary, a replica is promoted", () -> {
			store.killPrimary();
			Primaries.lead(scene.nodes(), store.promote());
		}, store::rejoin);
	}

}
