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
			result = action.doInLock(lock);
		}
		catch (Throwable ex) {
			endAfterFailure(lock, extended, ex);
			throw ex;
		}
		boolean held = extended ? lock.isHeld() : lock.release();
		if (!held && onLost != OnLost.IGNORE) {
			lock.assertHeld();
		}
		return result;
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
		boolean held = extended ? lock.isHeld() : lock.release();
		if (!held) {
			addLoss(lock, failure);
		}
	}

	private static void addLoss(HeldLock lock, Throwable failure) {
		try {
			lock.assertHeld();
		}
		catch (LockLostException ex) {
			if (failure != ex) {
				failure.addSuppressed(ex);
			}
		}
	}

}
