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

import io.distlock.faults.history.Detail;
import io.distlock.faults.node.NodeProcess;

/**
 * A node stands still for longer than its lease right before it releases its locks, and
 * goes on with just that. Others of its threads wait for them.
 *
 * @since 0.1.0
 */
public final class FrozenRelease implements Fault {

	private static final long ARRIVE_MILLIS = 100;

	@Override
	public String name() {
		return "freeze-release";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.longerThan(scene.lease(), scene.lease().toMillis());
	}

	@Override
	public Strike plan(Scene scene) {
		Victim victim = scene.anyNode();
		return new Strike(Detail.FREEZE, victim.name(), "SIGSTOP of " + victim.name() + " before releases",
				() -> freeze(victim, scene.lease()), victim::thaw);
	}

	private static void freeze(Victim victim, Duration lease) throws InterruptedException {
		victim.order(NodeProcess.AMBUSH + " " + lease);
		TimeUnit.MILLISECONDS.sleep(ARRIVE_MILLIS);
		victim.freeze();
	}

}
