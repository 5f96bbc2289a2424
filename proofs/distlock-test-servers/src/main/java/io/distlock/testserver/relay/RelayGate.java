// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.relay;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What all bytes of one direction of a relay go through.
 */
final class RelayGate {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition opened = this.lock.newCondition();

	private boolean closed;

	private volatile long delayNanos;

	void delay(Duration delay) {
		this.delayNanos = delay.toNanos();
	}

	void close() {
		this.lock.lock();
		try {
			this.closed = true;
		}
		finally {
			this.lock.unlock();
		}
	}

	void open() {
		this.lock.lock();
		try {
			this.closed = false;
			this.opened.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return when the bytes may go on.
	 */
	void pass() {
		long end = System.nanoTime() + this.delayNanos;
		for (long left = this.delayNanos; left > 0; left = end - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
		this.lock.lock();
		try {
			while (this.closed) {
				this.opened.awaitUninterruptibly();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
