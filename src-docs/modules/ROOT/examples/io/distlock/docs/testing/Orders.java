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

import java.util.ArrayList;
import java.util.List;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/**
 * What the tests of the page are about.
 */
// tag::service[]
@Service
public class Orders {

	private final Parcels parcels;

	private final List<Long> waiting = new ArrayList<>();

	Orders(Parcels parcels) {
		this.parcels = parcels;
	}

	@DistributedLock(name = "order", key = "#order", waitTime = "${orders.wait:2s}")
	public String ship(long order) {
		this.parcels.pack(order);
		return "shipped";
	}

	@Scheduled(cron = "0 0 6 * * *")
	@ClusterScheduled("ship-waiting-orders")
	public void shipAll() {
		this.waiting.forEach(this.parcels::pack);
	}

}
// end::service[]
