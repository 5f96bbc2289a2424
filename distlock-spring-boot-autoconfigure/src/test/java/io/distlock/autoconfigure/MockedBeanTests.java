// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.LockContext;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.scheduling.ClusterJobs;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

/**
 * Beans with locked methods that a test replaces or watches.
 */
class MockedBeanTests {

	@Nested
	@SpringJUnitConfig(Orders.class)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	@TestPropertySource(properties = "distlock.provider=local")
	class Mocked {

		@MockitoBean
		private Orders orders;

		@Test
		void answersAsTheTestSays() {
			given(this.orders.ship()).willReturn("mocked");
			assertThat(this.orders.ship()).isEqualTo("mocked");
		}

	}

	@Nested
	@SpringJUnitConfig(Orders.class)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	@TestPropertySource(properties = "distlock.provider=local")
	class Watched {

		@MockitoSpyBean
		private Orders orders;

		@Autowired
		private Orders called;

		@Test
		void isLocked() {
			assertThat(this.called.ship()).isEqualTo("order");
			assertThat(this.orders).isNotNull();
		}

	}

	@Nested
	@SpringJUnitConfig(Nightly.class)
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class })
	@TestPropertySource(properties = "distlock.provider=local")
	class MockedJob {

		@MockitoBean
		private Nightly nightly;

		@Test
		void doesNotRun(@Autowired ClusterJobs jobs) {
			assertThat(this.nightly).isNotNull();
			assertThat(jobs.providers()).isEmpty();
		}

	}

	static class Nightly {

		@ClusterScheduled(cron = "@daily")
		void run() {
		}

	}

	static class Orders {

		@DistributedLock("order")
		String ship() {
			return LockContext.current().map((lock) -> lock.key()).orElse("unlocked");
		}

	}

}
