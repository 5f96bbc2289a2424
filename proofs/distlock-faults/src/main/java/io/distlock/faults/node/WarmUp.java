// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;

/**
 * First lock of a node, which no check counts. On a busy machine, a JVM that loads its
 * classes and connects takes longer for it than the shortest leases last.
 */
final class WarmUp {

	private static final String KEYS = "warm-up-";

	private static final Duration WAIT_TIME = Duration.ofSeconds(15);

	private static final long BACK_OFF = TimeUnit.MILLISECONDS.toNanos(100);

	private WarmUp() {
	}

	/**
	 * Acquire and release a lock with the lease of the node, which every store grants, as
	 * often as it takes until one has worked. The parent process ends a node that takes
	 * too long.
	 * @param template the locks of the node
	 * @param node the name of the node
	 */
	static void run(LockTemplate template, String node) {
		LockRequest request = LockRequest.of(KEYS + node).waitTime(WAIT_TIME);
		while (!isReleased(template, request)) {
			LockSupport.parkNanos(BACK_OFF);
		}
	}

	private static boolean isReleased(LockTemplate template, LockRequest request) {
		try (HeldLock lock = template.acquire(request)) {
			return lock.release();
		}
		catch (LockException ex) {
			return false;
		}
	}

}
