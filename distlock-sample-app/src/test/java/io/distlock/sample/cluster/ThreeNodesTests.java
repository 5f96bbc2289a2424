// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.net.URI;
import java.util.Collections;
import java.util.List;

import io.distlock.sample.OtherLocks;
import io.distlock.sample.ShopClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shop on three nodes in three JVMs, which share nothing but a database. Leases and
 * waits are longer than a busy machine stands still.
 */
class ThreeNodesTests {

	private static RunningCluster cluster;

	private static List<URI> addresses;

	@BeforeAll
	static void start() throws Exception {
		cluster = RunningCluster.start("--ports=0,0,0", "--distlock.lease-time=1m", "--distlock.wait-time=2m");
		addresses = cluster.awaitReady();
	}

	@AfterAll
	static void stop() throws Exception {
		cluster.close();
	}

	@Test
	void twoHundredCustomersOnThreeNodesBuyAHundredUnits() {
		assertThat(addresses).hasSize(3);
		ShopClient shop = new ShopClient(addresses);
		assertThat(shop.postForm("/stock", "item=lamp&units=100").statusCode()).isEqualTo(204);
		List<Integer> statuses = shop.statuses("lamp", 200);
		assertThat(Collections.frequency(statuses, 201)).as(cluster::output).isEqualTo(100);
		assertThat(Collections.frequency(statuses, 409)).as(cluster::output).isEqualTo(100);
		JsonNode state = shop.state("lamp");
		assertThat(state.get("stock").asInt()).isZero();
		assertThat(state.get("sold").asInt()).isEqualTo(100);
	}

	@Test
	void stateNamesAllNodesAndTokensRiseAcrossThem() {
		ShopClient shop = new ShopClient(addresses);
		shop.postForm("/stock", "item=chair&units=30");
		shop.statuses("chair", 30);
		JsonNode state = shop.state("chair");
		assertThat(state.get("nodes").valueStream()).allMatch((node) -> node.get("alive").asBoolean())
			.extracting((node) -> node.get("name").asString())
			.containsExactly("node-1", "node-2", "node-3");
		assertThat(state.get("orders").valueStream().map((order) -> order.get("token").asLong())).hasSize(30)
			.doesNotHaveDuplicates()
			.isSortedAccordingTo(Collections.reverseOrder());
	}

	@Test
	void locksOfOtherKindsHoldOnAllNodesTogether() {
		OtherLocks locks = new OtherLocks(new ShopClient(addresses));
		locks.assertTwoReportsAtATime();
		locks.assertNoPriceListIsHalfDone();
		locks.assertNoVoucherIsRedeemedTwice();
	}

}
