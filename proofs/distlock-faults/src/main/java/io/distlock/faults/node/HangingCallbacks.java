// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;

/**
 * Locks whose callbacks do not return when they are lost.
 */
final class HangingCallbacks {

	private static final int COUNT = 8;

	private final List<HeldLock> locks = new ArrayList<>();

	private final LockTemplate template;

	private CountDownLatch hanging = new CountDownLatch(0);

	HangingCallbacks(LockTemplate template) {
		this.template = template;
	}

	/**
	 * Take locks.
	 * @param keys the begin of their keys
	 */
	synchronized void take(String keys) {
		CountDownLatch hanging = new CountDownLatch(1);
		this.hanging = hanging;
		for (int number = 0; number < COUNT; number++) {
			LockRequest request = LockRequest.of(keys + number);
			this.template.tryAcquire(request).ifPresent((lock) -> {
				lock.onLost((loss) -> await(hanging));
				this.locks.add(lock);
			});
		}
	}

	/**
	 * Let the callbacks return.
	 */
	synchronized void end() {
		this.hanging.countDown();
		this.locks.forEach(HangingCallbacks::release);
		this.locks.clear();
	}

	private static void release(HeldLock lock) {
		try {
			lock.release();
		}
		catch (LockException ex) {
			// It was lost, as it was meant to be.
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
