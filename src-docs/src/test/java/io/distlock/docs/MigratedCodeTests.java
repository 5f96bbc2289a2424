// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Code that came from another library does what the pages say.
 */
@SpringBootTest(properties = { "spring.datasource.generate-unique-name=true", "distlock.provider=jdbc",
		"distlock.scheduling.enabled=false" })
class MigratedCodeTests {

	@Autowired
	private MigratedCode code;

	@Autowired
	private MigratedJobs migrated;

	@Autowired
	private LockOperations locks;

	@Autowired
	private ClusterJobs jobs;

	@Autowired
	private LockRegistry<?> registry;

	@Test
	void keptAnnotationLocksWhatTheTemplateLocks() {
		HeldLock held = CompletableFuture.supplyAsync(() -> this.locks.acquire(LockRequest.of("order", "7"))).join();
		try {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.code.cancel(7))
				.withMessageContaining("within 1s")
				.satisfies((busy) -> assertThat(busy.getName()).isEqualTo("order"));
		}
		finally {
			held.close();
		}
	}

	@Test
	void jobIsKnownWithItsTrigger() {
		assertThat(this.jobs.jobs()).extracting(ClusterJob::name)
			.containsExactlyInAnyOrder("send-invoices", "statements", "cleanup", "customer-reports");
		for (String job : List.of("send-invoices", "statements", "cleanup")) {
			assertThat(this.jobs.runNow(job).error()).isNull();
		}
	}

	@Test
	void workThatWasPlannedIsFoundAndDoneOnce() {
		this.migrated.reports.add(7);
		for (String job : List.of("customer-reports", "customer-reports")) {
			assertThat(this.jobs.runNow(job).error()).isNull();
		}
		assertThat(this.migrated.sent).containsExactlyInAnyOrder("report 7");
	}

	@Test
	void methodAndTaskAreLeftOutWhileAnotherHolds() {
		assertThat(this.code.compactIfNobodyElseDoes()).isTrue();
		try (HeldLock held = elsewhere("compaction")) {
			assertThat(held.isHeld()).isTrue();
			assertThat(this.code.compactIfNobodyElseDoes()).isFalse();
		}
		this.code.rebuildIndex();
	}

	@Test
	void assertionNeedsALock() {
		assertThatIllegalStateException().isThrownBy(this.code::writeIndex);
		this.locks.executeWithoutResult("index", (lock) -> this.code.writeIndex());
	}

	@Test
	void partsOfAKeyAreOneLock() {
		this.code.move("north", "teapot");
		assertThat(this.code.reserve("north.teapot")).isTrue();
		try (HeldLock held = elsewhere("stock:north.teapot")) {
			assertThat(held.isHeld()).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.code.move("north", "teapot"));
		}
	}

	@Test
	void laterShipmentHasAHigherToken() {
		assertThat(this.code.ship(1)).isPositive().isLessThan(this.code.ship(1));
	}

	@Test
	void registryOfSpringIntegrationLeadsToTheSameLocks() throws Exception {
		List<Boolean> held = this.registry.executeLocked("group", () -> List.of(isFree("integration:group")));
		assertThat(held).containsExactly(false);
		assertThat(isFree("integration:group")).isTrue();
		try (HeldLock lock = elsewhere("integration:group")) {
			assertThat(lock.isHeld()).isTrue();
			assertThat(this.registry.obtain("group").tryLock()).isFalse();
		}
	}

	@Test
	void leadersOfSpringIntegrationAreElectedOverTheRegistry() {
		LockRegistryLeaderInitiator first = new LockRegistryLeaderInitiator(this.registry, new DefaultCandidate());
		LockRegistryLeaderInitiator second = new LockRegistryLeaderInitiator(this.registry, new DefaultCandidate());
		first.start();
		try {
			await().until(() -> first.getContext().isLeader());
			second.start();
			assertThat(second.getContext().isLeader()).isFalse();
			first.stop();
			await().until(() -> second.getContext().isLeader());
			assertThat(first.getContext().isLeader()).isFalse();
		}
		finally {
			first.stop();
			second.stop();
		}
	}

	private HeldLock elsewhere(String key) {
		return this.locks.acquireAsync(LockRequest.of(key)).toCompletableFuture().join();
	}

	private boolean isFree(String key) {
		LockRequest request = LockRequest.of(key).waitTime(Duration.ZERO);
		return CompletableFuture.supplyAsync(() -> this.locks.tryAcquire(request).map(HeldLock::release).orElse(false))
			.join();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ MigratedCode.class, MigratedJobs.class, IntegrationLocks.class })
	static class Application {

	}

}
