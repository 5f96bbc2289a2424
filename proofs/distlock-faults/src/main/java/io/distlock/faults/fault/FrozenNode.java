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

import io.distlock.faults.history.Detail;

/**
 * A node stands still for longer than its lease, wherever its threads happen to be.
 *
 * @since 0.1.0
 */
public final class FrozenNode implements Fault {

	@Override
	public String name() {
		return "freeze-node";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.longerThan(scene.lease(), scene.lease().toMillis() * 3 / 2);
	}

	@Override
	public Strike plan(Scene scene) {
		Victim victim = scene.anyNode();
		return new Strike(Detail.FREEZE, victim.name(), "SIGSTOP of " + victim.name(), victim::freeze, victim::thaw);
	}

}
