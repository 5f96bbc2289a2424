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

package io.distlock.faults.node;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Has one of those who are granted a lock hold on to it.
 */
final class Grasp {

	private final AtomicReference<Duration> wanted;

	private final Runnable taken;

	/**
	 * Have a grant said to the parent, once that is expected.
	 */
	Grasp() {
		this(Duration.ZERO, () -> NodeProcess.say(NodeProcess.GRASPED));
	}

	private Grasp(Duration time, Runnable taken) {
		this.wanted = new AtomicReference<>(time);
		this.taken = taken;
	}

	/**
	 * Return what the next grant is to be held for, with nothing said.
	 */
	static Grasp of(Duration time) {
		return new Grasp(time, () -> {
		});
	}

	/**
	 * Have the next one do so.
	 * @param time for how long at least
	 */
	void expect(Duration time) {
		this.wanted.set(time);
	}

	/**
	 * Called by each one who was granted a lock just now.
	 * @return for how long to hold it at least
	 */
	long take() {
		Duration time = this.wanted.getAndSet(Duration.ZERO);
		if (!time.isZero()) {
			this.taken.run();
		}
		return time.toNanos();
	}

}
