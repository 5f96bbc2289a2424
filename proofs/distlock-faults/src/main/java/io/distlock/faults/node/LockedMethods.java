// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockMode;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Methods that hold a lock until their work is done, wherever that is done.
 */
class LockedMethods {

	/**
	 * The name of all locks, which comes before a key.
	 */
	static final String NAME = "faults";

	private static final String PERMITS = "${" + NodeSettings.PERMITS + "}";

	private final Executor executor = Executors.newCachedThreadPool((work) -> {
		Thread thread = new Thread(work, "stage");
		thread.setDaemon(true);
		return thread;
	});

	@DistributedLock(name = NAME, key = "#key")
	void run(String key, LockedWork work) {
		work.run(current());
	}

	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	void runShared(String key, LockedWork work) {
		work.run(current());
	}

	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	void runWithPermit(String key, LockedWork work) {
		work.run(current());
	}

	@DistributedLock(name = NAME, key = "#key")
	CompletableFuture<Void> stage(String key, LockedWork work) {
		return stageOf(work);
	}

	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	CompletableFuture<Void> stageShared(String key, LockedWork work) {
		return stageOf(work);
	}

	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	CompletableFuture<Void> stageWithPermit(String key, LockedWork work) {
		return stageOf(work);
	}

	@DistributedLock(name = NAME, key = "#key")
	Mono<Void> mono(String key, LockedWork work) {
		return monoOf(work);
	}

	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	Mono<Void> monoShared(String key, LockedWork work) {
		return monoOf(work);
	}

	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	Mono<Void> monoWithPermit(String key, LockedWork work) {
		return monoOf(work);
	}

	private CompletableFuture<Void> stageOf(LockedWork work) {
		HeldLock lock = current();
		return CompletableFuture.runAsync(() -> runElsewhere(lock, work), this.executor);
	}

	private Mono<Void> monoOf(LockedWork work) {
		HeldLock lock = current();
		return Mono.<Void>fromRunnable(() -> runElsewhere(lock, work)).subscribeOn(Schedulers.boundedElastic());
	}

	/**
	 * Nested calls find the lock as they do on the thread of the method.
	 */
	private static void runElsewhere(HeldLock lock, LockedWork work) {
		try (LockContext.Binding binding = LockContext.bind(lock, OnLost.IGNORE)) {
			Objects.requireNonNull(binding);
			work.run(lock);
		}
	}

	private static HeldLock current() {
		return LockContext.current().orElseThrow();
	}

}
