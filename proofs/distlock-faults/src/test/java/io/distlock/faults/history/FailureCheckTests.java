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

package io.distlock.faults.history;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FailureCheckTests {

	@Test
	void busyLockKeepsIt() {
		Story story = new Story().acquire("n1", 1, 0).ended(EventType.BUSY, "n1", 1, 50);
		assertThat(new FailureCheck().check(story.history())).isEmpty();
	}

	@Test
	void errorBreaksIt() {
		Story story = new Story().acquire("n1", 1, 0)
			.event("n1", 50, Events.failed("k", 1, new IllegalStateException("broken")));
		assertThat(new FailureCheck().check(story.history())).hasSize(1);
	}

}
