// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;

import org.springframework.stereotype.Service;

/**
 * Every way to lock a piece of code.
 */
@Service
public class LocksInCode {

	private final LockTemplate lockTemplate;

	LocksInCode(LockTemplate lockTemplate) {
		this.lockTemplate = lockTemplate;
	}

	// tag::execute[]
	public String ship(long order) {
		return this.lockTemplate.execute("order:" + order, (lock) -> "shipped with token " + lock.fencingToken());
	}
	// end::execute[]

	// tag::without-result[]
	public void cancel(long order) {
		LockRequest request = LockRequest.of("order:" + order)
			.waitTime(Duration.ofSeconds(1))
			.leaseTime(Duration.ofSeconds(10));
		this.lockTemplate.executeWithoutResult(request, (lock) -> refund(order));
	}
	// end::without-result[]

	// tag::try-acquire[]
	public boolean shipIfNobodyElseDoes(long order) {
		Optional<HeldLock> lock = this.lockTemplate.tryAcquire("order:" + order);
		if (lock.isEmpty()) {
			return false;
		}
		try (HeldLock held = lock.get()) {
			refund(order);
			held.assertHeld(); // throws LockLostException if the lease has run out
			return true;
		}
	}
	// end::try-acquire[]

	// tag::all[]
	public void merge(List<String> accounts) {
		this.lockTemplate.executeWithoutResult(LockRequest.ofAll(accounts), (lock) -> {
			// holds every account, or none
		});
	}
	// end::all[]

	// tag::async[]
	public CompletionStage<String> shipLater(long order) {
		return this.lockTemplate.executeAsync(LockRequest.of("order:" + order), this::ship);
	}

	private CompletionStage<String> ship(HeldLock lock) {
		return CompletableFuture.supplyAsync(() -> "shipped with token " + lock.fencingToken());
	}
	// end::async[]

	// tag::jdk-lock[]
	public boolean shipTheOldWay(long order) throws InterruptedException {
		Lock lock = this.lockTemplate.asLock("order:" + order);
		if (!lock.tryLock(1, TimeUnit.SECONDS)) {
			return false;
		}
		try {
			refund(order);
			return true;
		}
		finally {
			lock.unlock();
		}
	}
	// end::jdk-lock[]

	// tag::same-lock[]
	public void close(String customer) {
		LockRequest request = LockRequest.of("customer", customer);
		this.lockTemplate.executeWithoutResult(request, (lock) -> closeAccount(customer));
	}
	// end::same-lock[]

	private void refund(long order) {
		// not shown
	}

	private void closeAccount(String customer) {
		// not shown
	}

}
