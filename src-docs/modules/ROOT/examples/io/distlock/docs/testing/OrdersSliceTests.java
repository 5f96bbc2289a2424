// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.testing;

import io.distlock.LockNotAcquiredException;
import io.distlock.test.AutoConfigureDistlock;
import io.distlock.test.TestLocks;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A test of two beans.
 */
// tag::slice[]
@SpringJUnitConfig({ Orders.class, Parcels.class })
@TestPropertySource(properties = "orders.wait=0")
@AutoConfigureDistlock
class OrdersSliceTests {

	@Test
	void busyOrderIsRefusedAtOnce(@Autowired TestLocks locks, @Autowired Orders orders) {
		locks.holdElsewhere("order:42");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> orders.ship(42));
	}

}
// end::slice[]
