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

import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.test.AutoConfigureDistlock;
import io.distlock.test.TestLocks;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@SpringJUnitConfig(SharedPricesTests.PriceList.class)
@AutoConfigureDistlock
class SharedPricesTests {

	// tag::modes[]
	@Test
	void pricesThatAnotherNodeReadsAreReadAndNotChanged(@Autowired TestLocks locks, @Autowired PriceList prices) {
		locks.holdElsewhere("prices", LockMode.SHARED);
		assertThat(prices.read()).isEqualTo(3);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> prices.change(4));
	}

	@Test
	void thirdReportAtATimeIsRefused(@Autowired TestLocks locks, @Autowired PriceList prices) {
		locks.holdElsewhere("reports", LockMode.PERMIT);
		assertThat(prices.report()).isEqualTo("price: 3");
		locks.holdElsewhere("reports", LockMode.PERMIT);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(prices::report);
	}
	// end::modes[]

	static class PriceList {

		private int price = 3;

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		int read() {
			return this.price;
		}

		@DistributedLock(name = "prices", waitTime = "0")
		void change(int price) {
			this.price = price;
		}

		@ClusterConcurrencyLimit(name = "reports", permits = 2, waitTime = "0")
		String report() {
			return "price: " + this.price;
		}

	}

}
