// SPDX-License-Identifier: Apache-2.0

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
