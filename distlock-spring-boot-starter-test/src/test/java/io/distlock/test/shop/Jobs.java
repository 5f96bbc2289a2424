// SPDX-License-Identifier: Apache-2.0

package io.distlock.test.shop;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.scheduling.ClusterJobContext;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
public class Jobs {

	public final List<Instant> fireTimes = new CopyOnWriteArrayList<>();

	@Scheduled(fixedRate = 100)
	@ClusterScheduled("stock-taking")
	public void takeStock() {
		this.fireTimes.add(ClusterJobContext.current().orElseThrow().fireTime());
	}

}
