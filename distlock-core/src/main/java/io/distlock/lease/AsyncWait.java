// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.internal.task.Delivery;
import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.EngineTasks.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Request that waits for a key without blocking a thread. Each store request borrows a
 * worker; between requests, only a timer or a wake-up is pending. The user's code
 * continues on the thread that delivers the result. A lock that cannot be delivered in
 * time is released.
 */
final class AsyncWait extends Waiter {

	private static final long LATEST_DELIVERY = TimeUnit.SECONDS.toNanos(1);

	private final LeakDetector leaks;

	private final CompletableFuture<HeldLock> future = new CompletableFuture<>();

	private final Delivery delivery;

	/**
	 * Number of unhandled wake-ups; the caller that increments it from zero starts a
	 * worker.
	 */
	private final AtomicInteger wakeUps = new AtomicInteger();

	private EngineTasks.@Nullable Timer timer;

	AsyncWait(KeyQueue queue, ResolvedRequest request) {
		super(queue, request, null);
		this.leaks = new LeakDetector(queue.engine, request);
		this.delivery = new Delivery(this.engine.tasks, this.future);
	}

	@Override
	boolean isWithdrawn() {
		return this.future.isDone();
	}

	CompletableFuture<HeldLock> start() {
		this.future.whenComplete((lock, failure) -> {
			if (failure != null) {
				wake();
			}
		});
		try {
			join();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
			throw ex;
		}
		Error failure = startWorker();
		if (failure != null) {
			throw failure;
		}
		return this.future;
	}

	/**
	 * Wake the request. The caller is not notified if no thread can be started.
	 */
	@Override
	void signal() {
		startWorker();
	}

	/**
	 * Start a worker, and end the request if no thread can be started: wake-ups are no
	 * longer counted down, so no later call would start a worker.
	 * @return the failure to start a thread of an open engine, or {@code null}
	 */
	private @Nullable Error startWorker() {
		if (this.wakeUps.getAndIncrement() == 0) {
			try {
				this.engine.tasks.run(Kind.REQUEST, this::work);
			}
			catch (RejectedExecutionException ex) {
				failed(this.engine.messages.shuttingDown(this.request));
			}
			catch (Error ex) {
				failed(ex);
				return ex;
			}
		}
		return null;
	}

	private void work() {
		try {
			takeSteps();
		}
		catch (RejectedExecutionException ex) {
			failed(this.engine.messages.shuttingDown(this.request));
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	/**
	 * Take steps until no step is due.
	 * @throws RejectedExecutionException if the engine is closed
	 */
	private void takeSteps() {
		int seen;
		do {
			seen = this.wakeUps.get();
			if (this.timer != null) {
				this.timer.cancel();
			}
			long pause = step();
			if (pause == DONE) {
				ended();
				return;
			}
			this.timer = this.engine.tasks.schedule(this::signal, pause);
		}
		while (this.wakeUps.addAndGet(-seen) > 0);
	}

	/**
	 * End the request. Runs once, because wake-ups are no longer counted down.
	 */
	private void ended() {
		Hold hold = this.hold;
		if (hold != null) {
			deliver(new HoldHandle(this.queue, hold, this.request.key.mode()));
		}
		else {
			Throwable failure = failure();
			this.delivery.fail((failure != null) ? failure : this.engine.messages.notAcquired(this.request));
		}
	}

	/**
	 * End a request without a driver, for example because no thread can be started or the
	 * engine is closed. The next waiter takes the lead, and a hold that was just handed
	 * over passes to the next waiter as well.
	 */
	private void failed(Throwable failure) {
		try {
			end(failure);
			Hold hold = this.hold;
			if (hold != null) {
				new HoldHandle(this.queue, hold, this.request.key.mode()).close();
			}
		}
		finally {
			this.delivery.fail(failure);
		}
	}

	/**
	 * Deliver a lock to its user.
	 */
	private void deliver(HoldHandle handle) {
		AtomicBoolean decided = new AtomicBoolean();
		EngineTasks tasks = this.engine.tasks;
		EngineTasks.Timer tooLate = tasks
			.schedule(() -> tasks.runPatiently(Kind.REQUEST, () -> takeBack(handle, decided)), patience());
		deliver(() -> {
			tooLate.cancel();
			deliver(handle, decided);
		});
	}

	/**
	 * Return the wait time plus an allowance for thread scheduling.
	 */
	private long patience() {
		return Math.max(0, this.engine.ticker.left(this.request.deadline)) + LATEST_DELIVERY;
	}

	private void takeBack(HoldHandle handle, AtomicBoolean decided) {
		if (decided.compareAndSet(false, true)) {
			try {
				handle.close();
			}
			finally {
				this.delivery.failElsewhere(this.engine.messages.undelivered(this.request));
			}
		}
	}

	private void deliver(HoldHandle handle, AtomicBoolean decided) {
		if (!decided.compareAndSet(false, true)) {
			this.future.completeExceptionally(this.engine.messages.undelivered(this.request));
		}
		else if (!this.future.complete(watched(handle))) {
			handle.release();
		}
	}

	private HoldHandle watched(HoldHandle handle) {
		KeyQueue queue = this.queue;
		Hold hold = handle.hold;
		handle.watch = this.leaks.watch(handle, hold, () -> new HoldHandle(queue, hold, queue.key.mode()).end());
		return handle;
	}

	private void deliver(Runnable delivery) {
		try {
			this.engine.tasks.run(Kind.DELIVERY, delivery);
		}
		catch (RejectedExecutionException | Error ex) {
			delivery.run();
		}
	}

}
