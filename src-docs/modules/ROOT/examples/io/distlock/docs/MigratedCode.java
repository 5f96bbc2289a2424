// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.Optional;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.OnBusy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.annotation.AliasFor;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/**
 * What code looks like that used another library before.
 */
@Service
public class MigratedCode {

	private static final Logger logger = LoggerFactory.getLogger(MigratedCode.class);

	private final LockTemplate lockTemplate;

	MigratedCode(LockTemplate lockTemplate) {
		this.lockTemplate = lockTemplate;
	}

	// tag::shedlock-job[]
	@Scheduled(cron = "0 */15 * * * *", zone = "UTC")
	@ClusterScheduled(name = "send-invoices", leaseTime = "30s")
	public void sendInvoices() {
		// once for each fire time
	}
	// end::shedlock-job[]

	// tag::shedlock-method[]
	@DistributedLock(name = "rebuild-index", waitTime = "0", onBusy = OnBusy.SKIP)
	public void rebuildIndex() {
		// left out if another node is at it
	}
	// end::shedlock-method[]

	// tag::shedlock-executor[]
	public boolean compactIfNobodyElseDoes() {
		Optional<HeldLock> lock = this.lockTemplate.tryAcquire("compaction");
		if (lock.isEmpty()) {
			return false;
		}
		try (HeldLock held = lock.get()) {
			compact(held.fencingToken());
			return true;
		}
	}
	// end::shedlock-executor[]

	// tag::shedlock-assert[]
	public void writeIndex() {
		HeldLock lock = LockContext.current().orElseThrow(() -> new IllegalStateException("No lock is held"));
		lock.assertHeld(); // it may have been lost since
		compact(lock.fencingToken());
	}
	// end::shedlock-assert[]

	// tag::lock4j[]
	@DistributedLock(name = "stock", key = "#warehouse + '.' + #item", waitTime = "3s")
	public void move(String warehouse, String item) {
		// ...
	}
	// end::lock4j[]

	// tag::lock4j-template[]
	public boolean reserve(String item) {
		LockRequest request = LockRequest.of("stock:" + item).waitTime(Duration.ofSeconds(3));
		Optional<HeldLock> lock = this.lockTemplate.tryAcquire(request);
		try (HeldLock held = lock.orElse(null)) {
			return held != null;
		}
	}
	// end::lock4j-template[]

	// tag::hand-made-annotation[]
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "order", leaseTime = "10s")
	public @interface OrderLock {

		@AliasFor(annotation = DistributedLock.class)
		String key();

		@AliasFor(annotation = DistributedLock.class)
		String waitTime() default "3s";

	}
	// end::hand-made-annotation[]

	// tag::hand-made[]
	@OrderLock(key = "#order", waitTime = "1s")
	public String cancel(long order) {
		return "cancelled";
	}
	// end::hand-made[]

	// tag::redisson[]
	public long ship(long order) {
		LockRequest request = LockRequest.of("order:" + order)
			.waitTime(Duration.ofSeconds(5))
			.leaseTime(Duration.ofSeconds(30))
			.autoRenew(false); // as a lease time does in Redisson
		try (HeldLock held = this.lockTemplate.acquire(request)) {
			compact(held.fencingToken());
			return held.fencingToken();
		}
	}
	// end::redisson[]

	private void compact(long token) {
		logger.info("Working with token {}", token);
	}

}
