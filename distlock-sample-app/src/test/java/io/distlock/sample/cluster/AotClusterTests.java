// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.distlock.sample.EmailClient;
import io.distlock.sample.ShopClient;
import io.distlock.testserver.OptionalTool;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shop as it was processed ahead of time, once for all stores, on three nodes. The
 * store is chosen when they start, and its server is one that the launcher brings along.
 */
@Tag("timing")
@Tag("proof")
class AotClusterTests {

	private static final Map<String, String> AHEAD_OF_TIME = Map.of("JAVA_TOOL_OPTIONS", "-Dspring.aot.enabled=true");

	@ParameterizedTest
	@ValueSource(strings = { "redis", "zookeeper", "etcd" })
	void shopSellsAHundredUnitsAndSendsItsEmailsAndNothingIsLeftRunning(String provider) throws Exception {
		if (provider.equals("etcd")) {
			OptionalTool.ETCD.require(SharedEtcd.program());
		}
		try (RunningCluster cluster = RunningCluster.start(AHEAD_OF_TIME, "--ports=0,0",
				"--distlock.provider=" + provider, "--distlock.lease-time=1m", "--distlock.wait-time=2m",
				"--shop.email.cron=0/5 * * * * *", "--shop.email.pause=0ms", "--spring.main.log-startup-info=true")) {
			List<URI> addresses = cluster.awaitReady();
			assertThat(cluster.output().lines())
				.filteredOn((line) -> line.contains("Starting AOT-processed ShopApplication"))
				.hasSize(2);
			assertThat(cluster.output()).contains("provider " + provider);
			assertSellsAHundredUnits(new ShopClient(addresses), cluster);
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> new EmailClient(addresses).emailsOfASuccessfulRun() == 40);
			assertNothingIsLeftRunning(cluster);
		}
	}

	private static void assertSellsAHundredUnits(ShopClient shop, RunningCluster cluster) {
		assertThat(shop.postForm("/stock", "item=lamp&units=100").statusCode()).isEqualTo(204);
		List<Integer> statuses = shop.statuses("lamp", 200);
		assertThat(Collections.frequency(statuses, 201)).as(cluster::output).isEqualTo(100);
		assertThat(Collections.frequency(statuses, 409)).as(cluster::output).isEqualTo(100);
		assertThat(shop.state("lamp").get("orders").valueStream().map((order) -> order.get("token").asLong()))
			.doesNotHaveDuplicates()
			.isSortedAccordingTo(Collections.reverseOrder());
	}

	private static void assertNothingIsLeftRunning(RunningCluster cluster) {
		List<ProcessHandle> family = cluster.nodes();
		cluster.kill();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> family.stream().noneMatch(ProcessHandle::isAlive));
	}

}
