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

class FinalLossCheckTests {

	@Test
	void releaseThatFindsALostLockGoneKeepsIt() {
		assertThat(lost().released("n1", 1, 7, 210, 211, false).broken()).isEmpty();
	}

	@Test
	void releaseThatFindsALostLockHeldBreaksIt() {
		assertThat(lost().released("n1", 1, 7, 210, 211, true).broken()).containsExactly("C8");
	}

	private static Story lost() {
		return new Story().fault(Detail.FREEZE, "n1", 6, 202)
			.grant("n1", 1, 7, 0, 1)
			.step(EventType.TRUSTED, "n1", 1, 7, 5)
			.step(EventType.LOST, "n1", 1, 7, 203);
	}

}
