// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;

/**
 * The ways to acquire a lock.
 */
enum Way {

	/** The lease is renewed. */
	RENEWED {

		@Override
		Optional<HeldLock> acquire(LockTemplate template, LockRequest request) {
			return template.tryAcquire(request);
		}

	},

	/** The lease ends, held or not. */
	FIXED {

		@Override
		Optional<HeldLock> acquire(LockTemplate template, LockRequest request) {
			return template.tryAcquire(request.autoRenew(false));
		}

	},

	/** No thread waits, and none owns the lock. */
	ASYNC {

		@Override
		Optional<HeldLock> acquire(LockTemplate template, LockRequest request) {
			try {
				return Optional.of(template.acquireAsync(request).toCompletableFuture().join());
			}
			catch (CompletionException ex) {
				if (ex.getCause() instanceof LockNotAcquiredException) {
					return Optional.empty();
				}
				throw (ex.getCause() instanceof LockException cause) ? cause : ex;
			}
		}

	},

	/** An interrupt ends the wait. */
	INTERRUPTIBLE {

		@Override
		Optional<HeldLock> acquire(LockTemplate template, LockRequest request) throws InterruptedException {
			boolean locked = template.asLock(request.keys().get(0))
				.tryLock(Objects.requireNonNull(request.waitTime()).toNanos(), TimeUnit.NANOSECONDS);
			return locked ? LockContext.current() : Optional.empty();
		}

	};

	abstract Optional<HeldLock> acquire(LockTemplate template, LockRequest request) throws InterruptedException;

}
