// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.testing;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.test.AutoConfigureDistlock;
import io.distlock.test.RemoteHold;
import io.distlock.test.StoreOutage;
import io.distlock.test.TestLocks;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.willAnswer;

/**
 * Tests as users write them.
 */
// tag::busy[]
@SpringBootTest
@AutoConfigureDistlock
class OrdersTests {

	@Autowired
	private TestLocks locks;

	@Autowired
	private Orders orders;

	@Test
	void orderThatAnotherNodeShipsIsLeftAlone() {
		try (RemoteHold other = this.locks.holdElsewhere("order:42")) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.orders.ship(42));
		}
		assertThat(this.orders.ship(42)).isEqualTo("shipped");
	}

	// end::busy[]

	@Autowired
	private ClusterJobs jobs;

	@MockitoBean
	private Parcels parcels;

	// tag::time[]
	@Test
	void orderOfANodeThatDiedIsShippedHere() {
		this.locks.holdElsewhere("order:42", Duration.ofHours(1)); // and never renews it
		CompletableFuture<String> shipping = CompletableFuture.supplyAsync(() -> this.orders.ship(42));
		await().until(() -> this.locks.awaited().contains("order:42"));
		this.locks.advance(Duration.ofHours(1));
		assertThat(shipping).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("shipped");
	}
	// end::time[]

	// tag::lose[]
	@Test
	void orderIsNotShippedWhereTheLockIsLost() {
		willAnswer((packing) -> {
			assertThat(this.locks.held()).containsExactly("order:42");
			this.locks.lose("order:42");
			return null;
		}).given(this.parcels).pack(42);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.orders.ship(42));
	}
	// end::lose[]

	// tag::failing[]
	@Test
	void orderIsNotShippedWithoutAStore() {
		try (StoreOutage outage = this.locks.failing()) {
			assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> this.orders.ship(42));
		}
	}
	// end::failing[]

	// tag::job[]
	@Test
	void jobRunsWhenTheTestSaysSo() {
		JobRun run = this.jobs.runNow("ship-waiting-orders");
		assertThat(run.outcome()).isEqualTo(JobRun.Outcome.SUCCEEDED);
		assertThat(this.jobs.history("ship-waiting-orders")).containsExactly(run);
	}
	// end::job[]

}
