// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for a key. As the leader it asks the store itself, so that an
 * uncontended lock needs no other thread.
 */
final class BlockingWait extends Waiter {

	private final Thread thread;

	private final boolean interruptible;

	private boolean interrupted;

	BlockingWait(KeyQueue queue, ResolvedRequest request, boolean interruptible) {
		super(queue, request, Thread.currentThread());
		this.thread = Thread.currentThread();
		this.interruptible = interruptible;
	}

	@Override
	void signal() {
		LockSupport.unpark(this.thread);
	}

	@Override
	boolean isWithdrawn() {
		this.interrupted |= Thread.interrupted();
		return this.interruptible && this.interrupted;
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
			return (this.hold != null) ? this.hold : refused();
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
			long pause = joinAndAsk();
			while (pause != DONE) {
				LockSupport.parkNanos(this, pause);
				this.interrupted |= Thread.interrupted();
				pause = step();
			}
		}
		catch (RuntimeException | Error ex) {
			end(ex);
			if (this.hold != null) {
				new HoldHandle(this.queue, this.hold, this.request.mode).end();
			}
			throw ex;
		}
	}

	private @Nullable Hold refused() throws InterruptedException {
		if (isWithdrawn()) {
			this.interrupted = false;
			throw new InterruptedException("Interrupted while waiting for lock '%s'".formatted(this.request.key));
		}
		Throwable failure = failure();
		if (failure instanceof Error error) {
			throw error;
		}
		if (failure != null) {
			throw (RuntimeException) failure;
		}
		return null;
	}

}
