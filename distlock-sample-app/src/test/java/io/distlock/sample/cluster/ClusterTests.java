// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;

import io.distlock.sample.OtherLocks;
import io.distlock.sample.ShopClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Nodes of the shop that are killed, and what the others make of it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("timing")
class ClusterTests {

	private static RunningCluster cluster;

	private static List<URI> addresses;

	@BeforeAll
	static void start() throws Exception {
		cluster = RunningCluster.start("--ports=0,0,0", "--distlock.wait-time=2m");
		addresses = cluster.awaitReady();
	}

	@AfterAll
	static void stop() throws Exception {
		cluster.close();
	}

	@Test
	@Order(1)
	void nodeThatLeadsIsKilledAndAnotherOneCountsOn() {
		ShopClient shop = new ShopClient(addresses);
		shop.postForm("/stock", "item=lamp&units=20");
		shop.statuses("lamp", 20);
		OtherLocks locks = new OtherLocks(shop);
		JsonNode first = locks.awaitBestseller("lamp", 0);
		String leader = first.get("node").asString();
		long pid = shop.state("lamp")
			.get("nodes")
			.valueStream()
			.filter((node) -> node.get("name").asString().equals(leader))
			.findFirst()
			.orElseThrow()
			.get("pid")
			.asLong();
		cluster.nodes().stream().filter((node) -> node.pid() == pid).forEach(ProcessHandle::destroyForcibly);
		URI alive = addresses.stream().filter(ClusterTests::isAlive).findFirst().orElseThrow();
		JsonNode next = new OtherLocks(new ShopClient(List.of(alive))).awaitBestseller("lamp",
				first.get("term").asLong());
		assertThat(next.get("countedAt").asString()).isGreaterThan(first.get("countedAt").asString());
		await().atMost(Duration.ofMinutes(2)).until(() -> addresses.stream().allMatch(ClusterTests::isAlive));
	}

	private static boolean isAlive(URI address) {
		try {
			return new ShopClient(List.of(address)).get("/bestseller").statusCode() == 200;
		}
		catch (CompletionException ex) {
			return false;
		}
	}

	@Test
	@Order(2)
	void killedNodeIsShownAndTheOthersSellOnUntilItIsBack() {
		ShopClient shop = new ShopClient(addresses.subList(0, 2));
		long pid = shop.state("lamp").get("nodes").get(2).get("pid").asLong();
		cluster.nodes().stream().filter((node) -> node.pid() == pid).forEach(ProcessHandle::destroyForcibly);
		await().atMost(Duration.ofMinutes(1))
			.until(() -> !shop.state("lamp").get("nodes").get(2).get("alive").asBoolean());
		shop.postForm("/stock", "item=desk&units=10");
		assertThat(Collections.frequency(shop.statuses("desk", 20), 201)).isEqualTo(10);
		await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
			JsonNode node = shop.state("lamp").get("nodes").get(2);
			assertThat(node.get("alive").asBoolean()).isTrue();
			assertThat(node.get("pid").asLong()).isNotEqualTo(pid);
		});
	}

	@Test
	@Order(3)
	void killedLauncherLeavesNoNodeBehind() {
		List<ProcessHandle> nodes = cluster.nodes();
		assertThat(nodes).hasSize(3);
		cluster.kill();
		await().atMost(Duration.ofMinutes(1)).until(() -> nodes.stream().noneMatch(ProcessHandle::isAlive));
	}

}
