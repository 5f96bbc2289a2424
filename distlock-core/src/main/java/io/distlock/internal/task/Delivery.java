// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.distlock.internal.task.EngineTasks.Kind;

/**
 * Completes the future of a user with anything but a lock: where results are delivered,
 * or on a thread of its own kind if users block all threads that deliver. What blocks
 * there may be a wait for this very future.
 *
 * @since 0.1.0
 */
public final class Delivery {

	private static final long LATEST = TimeUnit.SECONDS.toNanos(1);

	private final EngineTasks tasks;

	private final CompletableFuture<?> future;

	/**
	 * Create a delivery.
	 * @param tasks runs what completes the future
	 * @param future the future of a user
	 */
	public Delivery(EngineTasks tasks, CompletableFuture<?> future) {
		this.tasks = tasks;
		this.future = future;
	}

	/**
	 * Complete the future with a failure soon.
	 * @param failure the failure
	 */
	public void fail(Throwable failure) {
		complete(() -> this.future.completeExceptionally(failure));
	}

	/**
	 * Complete the future soon.
	 * @param completion completes it
	 */
	public void complete(Runnable completion) {
		if (this.future.isDone()) {
			return;
		}
		try {
			EngineTasks.Timer tooLate = this.tasks.schedule(() -> completeElsewhere(completion), LATEST);
			this.tasks.run(Kind.DELIVERY, () -> {
				tooLate.cancel();
				completion.run();
			});
		}
		catch (RejectedExecutionException | Error ex) {
			completion.run();
		}
	}

	/**
	 * Complete the future with a failure, although no thread of deliveries is free.
	 * @param failure the failure
	 */
	public void failElsewhere(Throwable failure) {
		completeElsewhere(() -> this.future.completeExceptionally(failure));
	}

	private void completeElsewhere(Runnable completion) {
		try {
			this.tasks.run(Kind.LATE_DELIVERY, completion);
		}
		catch (RejectedExecutionException | Error ex) {
			completion.run();
		}
	}

}
