// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Programmatic locks, for code where an annotation does not fit. Implemented by
 * {@link LockTemplate}.
 * <p>
 * Methods that return a value or throw no checked exception wait without reacting to
 * interrupts and keep the interrupt flag. The same thread may lock the same key again: a
 * re-entry needs no round trip and has the same fencing token, and the outermost exit
 * releases the lock.
 *
 * @since 0.1.0
 */
public interface LockOperations {

	/**
	 * Do work under a lock, with the wait time of {@code distlock.wait-time}.
	 * @param <T> the type of the result
	 * @param <E> the exception type of the work
	 * @param key the key
	 * @param action the work
	 * @return the result of the work
	 * @throws E any exception of the work, unchanged
	 * @throws LockNotAcquiredException if another owner kept the lock; the work did not
	 * run
	 * @throws LockProviderException if the store did not respond; the work did not run
	 * @throws LockLostException if the lock was lost while the work ran
	 */
	<T extends @Nullable Object, E extends Throwable> T execute(String key, LockCallback<T, E> action) throws E;

	/**
	 * Do work under a lock.
	 * @param <T> the type of the result
	 * @param <E> the exception type of the work
	 * @param request the keys and options
	 * @param action the work
	 * @return the result of the work
	 * @throws E any exception of the work, unchanged
	 * @throws LockNotAcquiredException if another owner kept the lock; the work did not
	 * run
	 * @throws LockProviderException if the store did not respond; the work did not run
	 * @throws LockLostException if the lock was lost while the work ran, unless the
	 * policy of the request is {@link OnLost#IGNORE}
	 */
	<T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockCallback<T, E> action)
			throws E;

	/**
	 * Do work without a result under a lock.
	 * @param <E> the exception type of the work
	 * @param key the key
	 * @param action the work
	 * @throws E any exception of the work, unchanged
	 * @see #execute(String, LockCallback)
	 */
	<E extends Throwable> void executeWithoutResult(String key, LockConsumer<E> action) throws E;

	/**
	 * Do work without a result under a lock.
	 * @param <E> the exception type of the work
	 * @param request the keys and options
	 * @param action the work
	 * @throws E any exception of the work, unchanged
	 * @see #execute(LockRequest, LockCallback)
	 */
	<E extends Throwable> void executeWithoutResult(LockRequest request, LockConsumer<E> action) throws E;

	/**
	 * Acquire a lock, waiting if necessary.
	 * @param key the key
	 * @return the lock, to be closed by the caller
	 * @throws LockNotAcquiredException if the wait time elapsed
	 * @throws LockProviderException if the store did not respond
	 */
	HeldLock acquire(String key);

	/**
	 * Acquire a lock, waiting if necessary. After a loss, the thread may acquire the lock
	 * again before closing the lost lock; {@link #asLock(LockRequest)} requires
	 * {@link Lock#unlock()} first.
	 * @param request the keys and options
	 * @return the lock, to be closed by the caller
	 * @throws LockNotAcquiredException if the wait time elapsed
	 * @throws LockProviderException if the store did not respond
	 */
	HeldLock acquire(LockRequest request);

	/**
	 * Request a lock once, without waiting.
	 * @param key the key
	 * @return the lock, or empty if another owner holds the key
	 * @throws LockProviderException if the store did not respond
	 */
	Optional<HeldLock> tryAcquire(String key);

	/**
	 * Acquire a lock, with the wait time of the request.
	 * @param request the keys and options
	 * @return the lock, or empty if the wait time elapsed
	 * @throws LockProviderException if the store did not respond
	 */
	Optional<HeldLock> tryAcquire(LockRequest request);

	/**
	 * Do asynchronous work under a lock, without blocking a thread during the wait. The
	 * lock is held until the stage of the work completes, normally or exceptionally, and
	 * is released before the returned stage completes. The lock belongs to no thread and
	 * does not take part in transactions; see {@link #acquireAsync}.
	 * <p>
	 * Cancellation or timeout of the returned stage withdraws a waiting request. During
	 * the work, either of the two cancels the stage of the work if the stage is a
	 * {@code CompletableFuture}; the lock is kept until the stage of the work completes.
	 * @param <T> the type of the result
	 * @param request the keys and options
	 * @param action starts the work and returns its stage, on a thread of the library, or
	 * on the calling thread if the lock is already granted
	 * @return stage with the result of the work. Completes with
	 * {@link LockNotAcquiredException} or {@link LockProviderException} if the work did
	 * not start, or with {@link LockLostException} if the lock was lost while the work
	 * ran, unless the policy of the request is {@link OnLost#IGNORE}
	 */
	<T extends @Nullable Object> CompletionStage<T> executeAsync(LockRequest request,
			Function<? super HeldLock, ? extends CompletionStage<T>> action);

	/**
	 * Acquire a lock without blocking a thread during the wait. Prefer
	 * {@link #executeAsync}, which always releases the lock. A timeout on a stage that
	 * depends on the returned stage does not withdraw the request: the lock is granted
	 * later without an owner, and is released with a warning only after becoming
	 * unreachable.
	 * <p>
	 * The lock belongs to no thread: re-entry is not supported, any thread may release
	 * the lock, and the lock does not take part in transactions. A release takes effect
	 * immediately. Therefore, begin the protected transaction under the lock and release
	 * the lock after the transaction. A loss does not prevent a commit; call
	 * {@link HeldLock#assertHeld()} or {@code FencingGuard.check(lock)} in the
	 * transaction.
	 * @param request the keys and options
	 * @return stage with the lock, {@link LockNotAcquiredException} or
	 * {@link LockProviderException}; cancelling the stage withdraws the request
	 */
	CompletionStage<HeldLock> acquireAsync(LockRequest request);

	/**
	 * Return a view of a key as a JDK {@link Lock}. {@link Lock#lock()} waits
	 * indefinitely. {@link Lock#unlock()} throws {@link LockLostException} if the lock
	 * was lost, and {@link IllegalMonitorStateException} if this thread has not locked
	 * the key. A lost lock must be unlocked before the thread locks the key again.
	 * Conditions are not supported.
	 * @param key the key
	 * @return stateless view
	 */
	Lock asLock(String key);

	/**
	 * Return a view of a key as a JDK {@link Lock} with the lease, mode and loss policy
	 * of a request. A wait time of the request limits {@link Lock#lock()} and
	 * {@link Lock#lockInterruptibly()}, which then throw
	 * {@link LockNotAcquiredException}; without a wait time, both methods wait
	 * indefinitely. Otherwise the view behaves like {@link #asLock(String)}.
	 * @param request the key and options
	 * @return stateless view
	 * @throws IllegalArgumentException if the request has several keys
	 */
	Lock asLock(LockRequest request);

	/**
	 * Return a view of a key as a {@link ReadWriteLock}: threads of all nodes may read
	 * concurrently, and a writer excludes all readers and writers. A thread with the
	 * write lock may also acquire the read lock, and stays exclusive until both are
	 * released. A reader that requests the write lock gets an
	 * {@link IllegalStateException}, since an upgrade would deadlock. Both locks behave
	 * as described for {@link #asLock}.
	 * @param key the key
	 * @return the locks, shared with all other views of the key; the write lock is the
	 * lock of {@link #asLock}
	 */
	ReadWriteLock asReadWriteLock(String key);

}
