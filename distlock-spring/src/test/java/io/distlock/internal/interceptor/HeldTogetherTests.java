// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Phaser;

import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Methods that several calls run at a time.
 */
class HeldTogetherTests {

	private final AnnotationConfigApplicationContext context = TestLocks.context(Map.of("shop.reports.parallel", "2"),
			(context) -> {
			}, Shop.class);

	private final Shop shop = this.context.getBean(Shop.class);

	private final LockTemplate template = this.context.getBean(LockTemplate.class);

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void asManyCallsRunAsThereArePermits() {
		CompletableFuture<Void> first = CompletableFuture.runAsync(() -> this.shop.report("a"));
		CompletableFuture<Void> second = CompletableFuture.runAsync(() -> this.shop.report("b"));
		this.shop.running().awaitAdvance(this.shop.running().arrive());
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.shop.report("c"))
			.withMessageContaining("reports")
			.withMessageContaining("all of its permits are taken (this node allows 2)");
		this.shop.running().arriveAndDeregister();
		assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(Duration.ofSeconds(60));
		this.shop.alone();
	}

	@Test
	void callWithinACallNeedsNoSecondPermit() {
		assertThat(this.shop.outer()).isEqualTo("inner");
	}

	@Test
	void readersRunTogetherAndWritersAlone() throws Exception {
		this.template.<Void, Exception>execute("prices", (lock) -> {
			assertThatExceptionOfType(ExecutionException.class)
				.isThrownBy(() -> CompletableFuture.supplyAsync(this.shop::price).get())
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(this.shop.price()).as("what the writer itself reads").isEqualTo(1);
			return null;
		});
		assertThat(this.shop.priceAndWriter(this.template)).isEmpty();
		assertThat(CompletableFuture.supplyAsync(this.shop::price).get()).isEqualTo(1);
	}

	static class Shop {

		private final Phaser running = new Phaser(3);

		private final ObjectProvider<Shop> self;

		Shop(ObjectProvider<Shop> self) {
			this.self = self;
		}

		Phaser running() {
			return this.running;
		}

		@ClusterConcurrencyLimit(name = "reports", permitsString = "${shop.reports.parallel}", waitTime = "0")
		void report(String name) {
			this.running.awaitAdvance(this.running.arrive());
			this.running.awaitAdvance(this.running.arriveAndDeregister());
		}

		@ClusterConcurrencyLimit(name = "reports", permits = 2, waitTime = "0")
		void alone() {
		}

		@ClusterConcurrencyLimit(name = "nested", permits = 1, waitTime = "0")
		String outer() {
			return this.self.getObject().inner();
		}

		@ClusterConcurrencyLimit(name = "nested", permits = 1, waitTime = "0")
		String inner() {
			return "inner";
		}

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		int price() {
			return 1;
		}

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		Optional<?> priceAndWriter(LockTemplate template) throws Exception {
			assertThat(CompletableFuture.supplyAsync(this.self.getObject()::price).get()).isEqualTo(1);
			return CompletableFuture.supplyAsync(() -> template.tryAcquire("prices")).get();
		}

	}

}
