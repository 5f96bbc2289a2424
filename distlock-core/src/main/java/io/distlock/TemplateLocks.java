// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Acquires locks for a template: checks the transaction of the caller first, and keeps
 * the lock for as long as that needs it. Runs callbacks under a lock, and ends the call
 * as the policy for a loss says.
 */
final class TemplateLocks {

	private final LockEngine engine;

	private final LockScope scope;

	private final @Nullable FencedCalls fenced;

	TemplateLocks(LockEngine engine, LockScope scope, @Nullable FencedCalls fenced) {
		this.engine = engine;
		this.scope = scope;
		this.fenced = fenced;
	}

	/**
	 * Acquire a lock for a callback.
	 */
	HeldLock acquireForCall(LockRequest request) {
		before(request);
		return this.engine.acquire(request).orElseThrow(() -> this.engine.notAcquired(request));
	}

	/**
	 * Acquire a lock that ends when its owner releases it, which may be never: it is the
	 * owner's to look after, and forgotten when it is lost.
	 */
	Optional<HeldLock> acquire(LockRequest request) {
		before(request);
		return this.engine.acquire(request).map((lock) -> {
			LockContext.open(lock);
			return extend(lock, request);
		});
	}

	/**
	 * Acquire a lock that is found by its key when it is unlocked, and remembered until
	 * then, held or lost.
	 */
	Optional<HeldLock> acquireToUnlock(LockRequest request) {
		before(request);
		return this.engine.acquire(request).map((lock) -> extend(lock, request));
	}

	/**
	 * As {@link #acquireToUnlock}, unless interrupted.
	 */
	Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException {
		before(request);
		return this.engine.acquireInterruptibly(request).map((lock) -> extend(lock, request));
	}

	private void before(LockRequest request) {
		if (request.isFenced()) {
			requireFencing();
		}
		if (LockContext.isEmpty() || !this.engine.isEntered(request)) {
			this.scope.before(request);
		}
	}

	private HeldLock extend(HeldLock lock, LockRequest request) {
		extend(lock);
		try {
			return request.isFenced() ? new FencedLock(lock, enter(lock, request)) : lock;
		}
		catch (RuntimeException | Error ex) {
			lock.close();
			throw ex;
		}
	}

	private boolean extend(HeldLock lock) {
		try {
			return this.scope.extend(lock);
		}
		catch (RuntimeException | Error ex) {
			lock.close();
			throw ex;
		}
	}

	/**
	 * Run a callback under a lock.
	 */
	<T extends @Nullable Object, E extends Throwable> T run(HeldLock lock, LockRequest request,
			LockCallback<T, E> action) throws E {
		boolean extended = extend(lock);
		T result;
		try (LockObserver.Scope observed = ObservedLock.enter(lock)) {
			result = request.isFenced() ? this.<T, E>runFenced(lock, request, action) : action.doInLock(lock);
		}
		catch (Throwable ex) {
			endAfterFailure(lock, extended, ex);
			throw ex;
		}
		LockLostException loss = end(lock, extended);
		if (loss != null && request.onLost() != OnLost.IGNORE) {
			throw loss;
		}
		return result;
	}

	private static void endAfterFailure(HeldLock lock, boolean extended, Throwable failure) {
		LockLostException loss = end(lock, extended);
		if (loss != null && loss != failure) {
			failure.addSuppressed(loss);
		}
	}

	private static @Nullable LockLostException end(HeldLock lock, boolean extended) {
		boolean heldByScope = extended && !(lock instanceof DeferrableLock);
		boolean held = heldByScope ? lock.isHeld() : lock.release();
		return held ? null : loss(lock);
	}

	/**
	 * Return why a lock is not held, unless the callback released it itself.
	 */
	static @Nullable LockLostException loss(HeldLock lock) {
		try {
			lock.assertHeld();
			return null;
		}
		catch (LockReleasedException ex) {
			return null;
		}
		catch (LockLostException ex) {
			return ex;
		}
	}

	private <T extends @Nullable Object, E extends Throwable> T runFenced(HeldLock lock, LockRequest request,
			LockCallback<T, E> action) throws E {
		try (FencedCalls.Entry entry = enter(lock, request)) {
			T result = action.doInLock(lock);
			entry.verify();
			return result;
		}
	}

	private FencedCalls.Entry enter(HeldLock lock, LockRequest request) {
		return requireFencing().enter(lock, request.onLost(), null);
	}

	private FencedCalls requireFencing() {
		if (this.fenced == null) {
			throw new IllegalStateException(
					"A LockRequest is fenced(), and nothing checks fencing tokens. Add spring-boot-starter-jdbc and a DataSource, and do not set distlock.fencing.enabled=false; or leave fenced() out, and compare HeldLock.fencingToken() where you write");
		}
		return this.fenced;
	}

}
