// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for a key. As the leader it asks the store itself, so that an
 * uncontended lock needs no other thread.
 */
final class BlockingWait {

	private final Thread thread = Thread.currentThread();

	private final Engine engine;

	private final KeyQueue queue;

	private final ResolvedRequest request;

	private final boolean interruptible;

	private final Waiter waiter;

	private boolean interrupted;

	BlockingWait(Engine engine, KeyQueue queue, ResolvedRequest request, boolean interruptible) {
		this.engine = engine;
		this.queue = queue;
		this.request = request;
		this.interruptible = interruptible;
		this.waiter = new Waiter(engine, queue, request, this.thread, () -> LockSupport.unpark(this.thread),
				this::isInterrupted);
	}

	/**
	 * Wait for the key. An interrupt that comes later than a hand-over stays in the
	 * thread's flag; one that comes before ends the wait and leaves nothing behind.
	 * @return the hold, or {@code null} if the wait ran out
	 * @throws InterruptedException if the wait is interruptible and was interrupted
	 */
	@Nullable Hold await() throws InterruptedException {
		this.interrupted = Thread.interrupted();
		try {
			joinAndPark();
			Hold hold = this.waiter.hold();
			return (hold != null) ? hold : refused();
		}
		finally {
			if (this.interrupted) {
				this.thread.interrupt();
			}
		}
	}

	/**
	 * Whatever ends the wait in between, this thread looks no more, and others wait for
	 * it.
	 */
	private void joinAndPark() {
		try {
			this.waiter.join();
			park();
		}
		catch (RuntimeException | Error ex) {
			this.waiter.end(ex);
			Hold hold = this.waiter.hold();
			if (hold != null) {
				new HoldHandle(this.engine, this.queue, hold).end();
			}
			throw ex;
		}
	}

	private void park() {
		long pause = this.waiter.step();
		while (pause != Waiter.DONE) {
			LockSupport.parkNanos(this, pause);
			this.interrupted |= Thread.interrupted();
			pause = this.waiter.step();
		}
	}

	private boolean isInterrupted() {
		this.interrupted |= Thread.interrupted();
		return this.interruptible && this.interrupted;
	}

	private @Nullable Hold refused() throws InterruptedException {
		if (isInterrupted()) {
			this.interrupted = false;
			throw new InterruptedException("Interrupted while waiting for lock '%s'".formatted(this.request.key()));
		}
		Throwable failure = this.waiter.failure();
		if (failure instanceof Error error) {
			throw error;
		}
		if (failure != null) {
			throw (RuntimeException) failure;
		}
		return null;
	}

}
