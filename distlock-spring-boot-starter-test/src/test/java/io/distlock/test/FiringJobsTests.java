// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.time.Duration;

import io.distlock.scheduling.ClusterJobs;
import io.distlock.test.shop.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.awaitility.Awaitility.await;

/**
 * Jobs fire by themselves where the test wants them to, also where the application has
 * turned everything off.
 */
@SpringBootTest(classes = ShopApplication.class,
		properties = { "distlock.enabled=false", "distlock.scheduling.enabled=false" })
@AutoConfigureDistlock(jobs = true)
class FiringJobsTests {

	@Autowired
	private ClusterJobs jobs;

	@Test
	void jobFiresByItself() {
		await().atMost(Duration.ofSeconds(30)).until(() -> this.jobs.history("stock-taking").size() >= 2);
	}

}
