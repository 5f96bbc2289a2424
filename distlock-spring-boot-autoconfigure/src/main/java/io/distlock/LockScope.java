package io.distlock;

/**
 * Decides when a lock that was taken around a callback or a method is given back.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockScope {

	/**
	 * The scope that ends with the callback.
	 */
	LockScope CALLBACK = (lock) -> false;

	/**
	 * Extend the hold beyond the callback, for example to the end of the transaction that
	 * the caller has begun. Called right after the lock was acquired.
	 * @param lock the lock
	 * @return whether this scope closes the lock later; {@code false} if it is to be
	 * released when the callback ends
	 */
	boolean extend(HeldLock lock);

}
