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

package io.distlock;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LockRequestTests {

	@Test
	void leaseThatIsTooShortIsRefusedWhereItIsSet() {
		LockRequest request = LockRequest.of("key");
		assertThatIllegalArgumentException().isThrownBy(() -> request.leaseTime(Duration.ofMillis(99)))
			.withMessage("'leaseTime' must be at least 100 ms, but is PT0.099S");
		assertThat(request.leaseTime(LockRequest.MIN_LEASE_TIME).leaseTime()).isEqualTo(LockRequest.MIN_LEASE_TIME);
	}

	@Test
	void fencedRequestStaysSo() {
		LockRequest fenced = LockRequest.of("key").fenced();
		assertThat(fenced).isNotEqualTo(LockRequest.of("key")).isEqualTo(LockRequest.of("key").fenced());
		assertThat(fenced.onLost(OnLost.IGNORE).name("orders").autoRenew(false).isFenced()).isTrue();
	}

}
