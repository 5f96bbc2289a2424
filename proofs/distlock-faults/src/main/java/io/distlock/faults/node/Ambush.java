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
import java.util.concurrent.TimeUnit;

/**
 * Where a process is to stand still. Who gets there spins until it notices that time has
 * jumped, and so is the first to go on, before any timer.
 */
final class Ambush {

	private static final long JUMP = TimeUnit.MILLISECONDS.toNanos(300);

	private volatile long until = System.nanoTime();

	/**
	 * Make those wait who get there, and wait no longer than this.
	 */
	void lie(Duration patience) {
		this.until = System.nanoTime() + patience.toNanos();
	}

	void await() {
		long before = System.nanoTime();
		while (before - this.until < 0) {
			long now = System.nanoTime();
			if (now - before > JUMP) {
				return;
			}
			before = now;
			Thread.onSpinWait();
		}
	}

}
