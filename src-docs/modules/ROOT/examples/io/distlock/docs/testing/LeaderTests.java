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

package io.distlock.docs.testing;

import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.annotation.LeaderOnly;
import io.distlock.test.AutoConfigureDistlock;
import io.distlock.test.TestLeaders;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;

@SpringJUnitConfig(LeaderTests.Prices.class)
@AutoConfigureDistlock
class LeaderTests {

	// tag::leader[]
	@Test
	void pricesAreRefreshedByTheLeaderOnly(@Autowired TestLeaders leaders, @Autowired Prices prices) {
		leaders.leadElsewhere("prices");
		prices.refresh();
		assertThat(prices.refreshed()).isZero();
		leaders.lead("prices");
		prices.refresh();
		assertThat(prices.refreshed()).isEqualTo(1);
	}
	// end::leader[]

	static class Prices {

		private final AtomicInteger refreshed = new AtomicInteger();

		@LeaderOnly("prices")
		void refresh() {
			this.refreshed.incrementAndGet();
		}

		int refreshed() {
			return this.refreshed.get();
		}

	}

}
