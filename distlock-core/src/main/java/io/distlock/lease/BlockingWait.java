// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Thread that waits for a key. As the leader, the thread sends its own store requests, so
 * an uncontended lock needs no other thread.
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
	 * Wait for the key. An interrupt after a hand-over remains in the interrupt flag of
	 * the thread. An earlier interrupt ends the wait and leaves the queue unchanged.
	 * @return the hold, or {@code null} if the wait time elapsed
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
	 * Join the queue and park between steps. If the wait ends by an exception, the thread
	 * takes no further steps, and the next waiter takes the lead.
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
				new HoldHandle(this.queue, this.hold, this.request.key.mode()).end();
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
