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

package io.distlock.leader;

import java.time.Duration;
import java.util.Random;

import org.junit.jupiter.api.Test;

/**
 * Random schedules of {@link ElectionModel}. {@code -Ddistlock.test.seed} repeats one,
 * and {@code -Ddistlock.test.schedules} says how many there are.
 */
class CandidacySimulationTests {

	@Test
	void oneLeadsAtATimeAndEveryTermEndsOnceAndCandidaciesGoOn() {
		Long repeated = Long.getLong("distlock.test.seed");
		int count = (repeated != null) ? 1 : Integer.getInteger("distlock.test.schedules", 300);
		long first = (repeated != null) ? repeated : new Random().nextLong();
		for (long seed = first; seed != first + count; seed++) {
			try {
				new ElectionModel(seed, Duration.ofMinutes(10)).run();
			}
			catch (AssertionError | RuntimeException ex) {
				throw new AssertionError("Repeat it with -Ddistlock.test.seed=" + seed, ex);
			}
		}
	}

}
