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
