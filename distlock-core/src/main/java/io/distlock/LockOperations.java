// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Locks for code, where an annotation does not fit. Implemented by {@link LockTemplate}.
 * <p>
 * Methods that return a value or throw no checked exception wait without reacting to
 * interrupts and keep the interrupt flag. The same thread may lock the same key again: it
 * takes no round trip, gives the same fencing token, and the outermost exit releases.
 *
 * @since 0.1.0
 */
public interface LockOperations {

	/**
	 * Do work under a lock, waiting for it as long as {@code distlock.wait-time} says.
	 * @param <T> the type of the result
	 * @param <E> what the work may throw
	 * @param key the key
	 * @param action the work
	 * @return the result of the work
	 * @throws E whatever the work throws, as it is
	 * @throws LockNotAcquiredException if another owner kept the lock; the work did not
	 * run
	 * @throws LockProviderException if the store did not answer; the work did not run
	 * @throws LockLostException if the lock was lost while the work ran
	 */
	<T extends @Nullable Object, E extends Throwable> T execute(String key, LockCallback<T, E> action) throws E;

	/**
	 * Do work under a lock.
	 * @param <T> the type of the result
	 * @param <E> what the work may throw
	 * @param request what to lock
	 * @param action the work
	 * @return the result of the work
	 * @throws E whatever the work throws, as it is
	 * @throws LockNotAcquiredException if another owner kept the lock; the work did not
	 * run
	 * @throws LockProviderException if the store did not answer; the work did not run
	 * @throws LockLostException if the lock was lost while the work ran, unless the
	 * request says {@link OnLost#IGNORE}
	 */
	<T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockCallback<T, E> action)
			throws E;

	/**
	 * Do work without a result under a lock.
	 * @param <E> what the work may throw
	 * @param key the key
	 * @param action the work
	 * @throws E whatever the work throws, as it is
	 * @see #execute(String, LockCallback)
	 */
	<E extends Throwable> void executeWithoutResult(String key, LockConsumer<E> action) throws E;

	/**
	 * Do work without a result under a lock.
	 * @param <E> what the work may throw
	 * @param request what to lock
	 * @param action the work
	 * @throws E whatever the work throws, as it is
	 * @see #execute(LockRequest, LockCallback)
	 */
	<E extends Throwable> void executeWithoutResult(LockRequest request, LockConsumer<E> action) throws E;

	/**
	 * Acquire a lock, waiting for it.
	 * @param key the key
	 * @return the lock, to be closed
	 * @throws LockNotAcquiredException if the wait ran out
	 * @throws LockProviderException if the store did not answer
	 */
	HeldLock acquire(String key);

	/**
	 * Acquire a lock, waiting for it. After the lock was lost, its thread may acquire it
	 * again, also before it has closed this one; {@link #asLock(LockRequest)} refuses
	 * that until {@link Lock#unlock()}.
	 * @param request what to lock
	 * @return the lock, to be closed
	 * @throws LockNotAcquiredException if the wait ran out
	 * @throws LockProviderException if the store did not answer
	 */
	HeldLock acquire(LockRequest request);

	/**
	 * Ask for a lock once, without waiting.
	 * @param key the key
	 * @return the lock, or empty if another owner has it
	 * @throws LockProviderException if the store did not answer
	 */
	Optional<HeldLock> tryAcquire(String key);

	/**
	 * Acquire a lock, waiting as long as the request says.
	 * @param request what to lock
	 * @return the lock, or empty if the wait ran out
	 * @throws LockProviderException if the store did not answer
	 */
	Optional<HeldLock> tryAcquire(LockRequest request);

	/**
	 * Do asynchronous work under a lock, without blocking a thread while waiting. The
	 * lock is held until the stage of the work completes, whichever way, and released
	 * before the returned stage completes. It belongs to no thread, and knows of no
	 * transaction; see {@link #acquireAsync}.
	 * <p>
	 * Cancelling the returned stage, or its timeout, withdraws the request while it
	 * waits. After that it cancels the work's own stage if that is a
	 * {@code CompletableFuture}; the lock is kept until that stage completes.
	 * @param <T> the type of the result
	 * @param request what to lock
	 * @param action starts the work, on a thread of the library, or on the calling thread
	 * if the lock has been granted already; must return a stage
	 * @return a stage that completes as the work does, or with
	 * {@link LockNotAcquiredException} or {@link LockProviderException}, in which case
	 * the work did not start, or with {@link LockLostException} if the lock was lost
	 * while the work ran, unless the request says {@link OnLost#IGNORE}
	 */
	<T extends @Nullable Object> CompletionStage<T> executeAsync(LockRequest request,
			Function<? super HeldLock, ? extends CompletionStage<T>> action);

	/**
	 * Acquire a lock without blocking a thread while waiting. Prefer
	 * {@link #executeAsync}, which always releases: a timeout on what follows this stage
	 * does not withdraw the request, and its lock comes later and belongs to no one. Such
	 * a lock is given back, with a warning, only once it has become unreachable. The lock
	 * belongs to no thread: there is no re-entry, any thread may release it, and it knows
	 * of no transaction. A release takes effect at once, so release it after the
	 * transaction that it protects, and begin that one under the lock. A loss vetoes no
	 * commit; call {@link HeldLock#assertHeld()} or {@code FencingGuard.check(lock)} in
	 * the transaction.
	 * @param request what to lock
	 * @return a stage that completes with the lock, or with
	 * {@link LockNotAcquiredException} or {@link LockProviderException}; cancelling it
	 * withdraws the request
	 */
	CompletionStage<HeldLock> acquireAsync(LockRequest request);

	/**
	 * Return a view of a key as a {@link Lock} of the JDK. {@link Lock#lock()} waits
	 * without end; {@link Lock#unlock()} throws {@link LockLostException} if the lock was
	 * lost, and {@link IllegalMonitorStateException} if this thread has not locked it.
	 * What is lost is not locked again before it is unlocked. Conditions are not
	 * supported.
	 * @param key the key
	 * @return a view without state of its own
	 */
	Lock asLock(String key);

	/**
	 * Return a view of one key as a {@link Lock} of the JDK, which is locked as a request
	 * says: with its lease, its mode and its reaction to a loss. A wait time of the
	 * request bounds {@link Lock#lock()} and {@link Lock#lockInterruptibly()}, which then
	 * end in {@link LockNotAcquiredException}; without one they wait without end.
	 * Otherwise the view behaves as that of {@link #asLock(String)}.
	 * @param request what to lock, and how
	 * @return a view without state
	 * @throws IllegalArgumentException if the request has several keys
	 */
	Lock asLock(LockRequest request);

	/**
	 * Return a key as a {@link ReadWriteLock}: threads of all nodes read together, and
	 * write alone. A thread that holds the write lock may also take the read lock, and
	 * keeps writing exclusively until it has released both; one that reads and wants to
	 * write is refused with an {@link IllegalStateException}, since upgrading would
	 * deadlock. What {@link #asLock} says of its lock is true of both.
	 * @param key the key
	 * @return the locks, which are those of all other views of the key; the one for
	 * writing is that of {@link #asLock}
	 */
	ReadWriteLock asReadWriteLock(String key);

}
