// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node.method;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockMode;
import io.distlock.OnLost;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Methods that hold a lock in one mode until their work is done, wherever that is done.
 *
 * @since 0.1.0
 */
public abstract class LockedMethods {

	/**
	 * The name of all locks, which comes before a key.
	 */
	public static final String NAME = "faults";

	private static final Executor EXECUTOR = Executors.newCachedThreadPool((work) -> {
		Thread thread = new Thread(work, "stage");
		thread.setDaemon(true);
		return thread;
	});

	// Return how they hold it.
	public abstract LockMode mode();

	public void run(String key, LockedWork work) {
		work.run(current());
	}

	public CompletableFuture<Void> stage(String key, LockedWork work) {
		HeldLock lock = current();
		return CompletableFuture.runAsync(() -> runElsewhere(lock, work), EXECUTOR);
	}

	public Mono<Void> mono(String key, LockedWork work) {
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
