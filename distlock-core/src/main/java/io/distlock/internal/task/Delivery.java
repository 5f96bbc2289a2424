// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.distlock.internal.task.EngineTasks.Kind;

/**
 * Completes the future of a user with a result other than a lock: on a delivery thread,
 * or on a thread of a separate kind if users block all delivery threads, possibly waiting
 * for this future.
 *
 * @since 0.1.0
 */
public final class Delivery {

	private static final long LATEST = TimeUnit.SECONDS.toNanos(1);

	private final EngineTasks tasks;

	private final CompletableFuture<?> future;

	/**
	 * Create a delivery.
	 * @param tasks runs the completion
	 * @param future the future of a user
	 */
	public Delivery(EngineTasks tasks, CompletableFuture<?> future) {
		this.tasks = tasks;
		this.future = future;
	}

	/**
	 * Complete the future with a failure.
	 * @param failure the failure
	 */
	public void fail(Throwable failure) {
		complete(() -> this.future.completeExceptionally(failure));
	}

	/**
	 * Complete the future.
	 * @param completion completes the future
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
	 * Complete the future with a failure if all delivery threads are blocked.
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
