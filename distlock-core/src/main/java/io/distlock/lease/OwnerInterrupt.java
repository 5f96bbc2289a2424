// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The interrupt of a thread that loses its lock, which reaches the thread only while it
 * holds: never what it does next.
 */
final class OwnerInterrupt {

	private final ReentrantLock mutex = new ReentrantLock();

	private final Thread owner;

	private boolean left;

	private boolean sent;

	OwnerInterrupt(Thread owner) {
		this.owner = owner;
	}

	/**
	 * Interrupt the owner, unless it has left.
	 */
	void send() {
		this.mutex.lock();
		try {
			if (!this.left) {
				this.sent = true;
				this.owner.interrupt();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Take back the interrupt when the owner leaves.
	 */
	void ownerLeaves() {
		this.mutex.lock();
		try {
			this.left = true;
			if (this.sent && this.owner == Thread.currentThread()) {
				Thread.interrupted();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

}
