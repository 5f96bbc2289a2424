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
import io.distlock.faults.store.Store;

/**
 * All locks are released by force, as an operator may do. Who held one learns of it when
 * the lease is renewed next, or by then its end.
 *
 * @since 0.1.0
 */
public final class ForcedEnd implements Fault {

	@Override
	public String name() {
		return "force-release";
	}

	@Override
	public boolean losesLocks(Store store) {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.between(50, 200);
	}

	@Override
	public Strike plan(Scene scene) {
		Victim node = scene.anyNode();
		return Strike.of(name(), "all locks by " + node.name(), () -> node.order(NodeProcess.FORCE), () -> {
		});
	}

}
