// SPDX-License-Identifier: Apache-2.0

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
