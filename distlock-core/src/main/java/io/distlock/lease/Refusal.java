// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.distlock.lease.EngineTasks.Kind;

/**
 * Ends the future of a user who gets no lock: where results are delivered, or on a thread
 * of its own kind if users block all threads that deliver. What blocks there may be a
 * wait for this very future.
 */
final class Refusal {

	private static final long LATEST = TimeUnit.SECONDS.toNanos(1);

	private final EngineTasks tasks;

	private final CompletableFuture<?> future;

	Refusal(EngineTasks tasks, CompletableFuture<?> future) {
		this.tasks = tasks;
		this.future = future;
	}

	/**
	 * End the future soon.
	 */
	void deliver(Throwable failure) {
		if (this.future.isDone()) {
			return;
		}
		try {
			EngineTasks.Timer tooLate = this.tasks.schedule(() -> deliverElsewhere(failure), LATEST);
			this.tasks.run(Kind.DELIVERY, () -> {
				tooLate.cancel();
				this.future.completeExceptionally(failure);
			});
		}
		catch (RejectedExecutionException | Error ex) {
			this.future.completeExceptionally(failure);
		}
	}

	/**
	 * End the future, although no thread of deliveries is free.
	 */
	void deliverElsewhere(Throwable failure) {
		try {
			this.tasks.run(Kind.REFUSAL, () -> this.future.completeExceptionally(failure));
		}
		catch (RejectedExecutionException | Error ex) {
			this.future.completeExceptionally(failure);
		}
	}

}
