// SPDX-License-Identifier: Apache-2.0

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
