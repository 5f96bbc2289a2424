// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Runs a callback under a lock and ends the call as the policy for a loss says.
 */
final class LockedCall {

	private LockedCall() {
	}

	static <T extends @Nullable Object, E extends Throwable> T run(HeldLock lock, OnLost onLost, LockScope scope,
			LockCallback<T, E> action) throws E {
		boolean extended = extend(lock, scope);
		T result;
		try {
			result = call(lock, action);
		}
		catch (Throwable ex) {
			endAfterFailure(lock, extended, ex);
			throw ex;
		}
		LockLostException loss = end(lock, extended);
		if (loss != null && onLost != OnLost.IGNORE) {
			throw loss;
		}
		return result;
	}

	private static <T extends @Nullable Object, E extends Throwable> T call(HeldLock lock, LockCallback<T, E> action)
			throws E {
		try (LockObserver.Scope scope = ObservedLock.enter(lock)) {
			return action.doInLock(lock);
		}
	}

	private static boolean extend(HeldLock lock, LockScope scope) {
		try {
			return scope.extend(lock);
		}
		catch (RuntimeException | Error ex) {
			lock.close();
			throw ex;
		}
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

}
