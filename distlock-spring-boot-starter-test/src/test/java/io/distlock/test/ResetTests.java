// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.time.Duration;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.test.shop.ShopApplication;
import org.junit.jupiter.api.MethodOrderer.MethodName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One test leaves what the next one must not find. They share an application context.
 */
@SpringBootTest(classes = ShopApplication.class)
@AutoConfigureDistlock
@TestMethodOrder(MethodName.class)
class ResetTests {

	private static long tokenElsewhere;

	private static HeldLock left;

	@Autowired
	private TestLocks locks;

	@Autowired
	private LockTemplate template;

	@Autowired
	private ClusterJobs jobs;

	@Test
	void firstTestLeavesEverythingBehind() {
		this.locks.advance(Duration.ofDays(1));
		tokenElsewhere = this.locks.holdElsewhere("elsewhere").fencingToken();
		left = this.template.acquireAsync(io.distlock.LockRequest.of("left")).toCompletableFuture().join();
		this.jobs.runNow("stock-taking");
		this.locks.failing();
		assertThat(this.locks.held()).containsExactly("left");
	}

	@Test
	void secondTestFindsNothing() {
		assertThat(tokenElsewhere).isPositive();
		assertThat(left.isHeld()).isFalse();
		assertThat(this.locks.held()).isEmpty();
		assertThat(this.locks.heldElsewhere()).isEmpty();
		assertThat(this.jobs.history("stock-taking")).isEmpty();
		assertThat(this.template.<Long, RuntimeException>execute("left", HeldLock::fencingToken))
			.isGreaterThan(left.fencingToken());
		assertThat(this.template.<Long, RuntimeException>execute("elsewhere", HeldLock::fencingToken))
			.isGreaterThan(tokenElsewhere);
	}

}
