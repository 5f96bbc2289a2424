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
