// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Asynchronous work under a lock. The lock is released when the work completes, normally
 * or exceptionally, and the caller's future completes after the release. If the caller
 * cancels the future or the future times out, the call stops waiting for the lock, or
 * cancels the work.
 *
 * @param <T> the type of the result
 * @param <L> the type of the lock while the work is done
 * @since 0.1.0
 */
public abstract class AsyncCall<T extends @Nullable Object, L extends HeldLock> {

	private final OnLost onLost;

	private final Executor executor;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	/**
	 * Create a call.
	 * @param onLost reaction to a loss of the lock
	 * @param executor runs the steps after the acquisition and after the work
	 */
	protected AsyncCall(OnLost onLost, Executor executor) {
		this.onLost = onLost;
		this.executor = executor;
	}

	/**
	 * Start the call with a lock that is being acquired.
	 * @param acquisition completes with the lock
	 * @return future that completes after the release
	 */
	public final CompletableFuture<T> start(CompletionStage<HeldLock> acquisition) {
		CompletableFuture<HeldLock> acquiring = acquisition.toCompletableFuture();
		cancelWithResult(acquiring);
		acquiring.whenComplete((lock, failure) -> this.executor.execute(() -> acquired(lock, failure)));
		return this.result;
	}

	/**
	 * Start the call with an acquired lock.
	 * @param lock the lock
	 * @return future that completes after the release
	 */
	public final CompletableFuture<T> start(L lock) {
		if (this.result.isDone()) {
			release(lock);
			return this.result;
		}
		if (this.onLost == OnLost.INTERRUPT) {
			onLost(lock, this.result::completeExceptionally);
		}
		try {
			follow(work(lock), (value, failure) -> this.executor.execute(() -> end(lock, value, failure)));
		}
		catch (Throwable ex) {
			end(lock, null, ex);
		}
		return this.result;
	}

	/**
	 * Return the caller's future. If the future completes before the work, the call was
	 * cancelled or lost a lock with {@link OnLost#INTERRUPT}.
	 * @return future that completes after the release
	 */
	protected final CompletableFuture<T> result() {
		return this.result;
	}

	/**
	 * Adapt an acquired lock for the work.
	 * @param lock the acquired lock
	 * @return the lock for the work
	 */
	protected abstract L granted(HeldLock lock);

	/**
	 * Do the work, with the lock in the {@link LockContext} of this thread.
	 * @param lock the lock
	 * @return stage that completes with the work
	 * @throws Throwable if the work could not start
	 */
	protected abstract CompletionStage<T> work(L lock) throws Throwable;

	/**
	 * Release the lock.
	 * @param lock the lock
	 * @return stage with {@code true} if the lock was held until now
	 */
	protected abstract CompletionStage<Boolean> release(L lock);

	/**
	 * Return the result of a call whose lock was not acquired. Rethrows the failure by
	 * default.
	 * @param failure the failed acquisition
	 * @return stage with the result of the call
	 * @throws Throwable if the call has no alternative result
	 */
	protected CompletionStage<T> notAcquired(Throwable failure) throws Throwable {
		throw failure;
	}

	/**
	 * Register a callback for the loss of the lock before its release.
	 * @param lock the lock
	 * @param callback receives the loss
	 */
	protected void onLost(L lock, Consumer<LockLostException> callback) {
		lock.onLost(callback);
	}

	/**
	 * Check the result of the work before the lock is released.
	 * @param value the result
	 * @param lock the lock
	 * @throws RuntimeException if the call must fail
	 */
	protected void check(@Nullable T value, L lock) {
	}

	private void cancelWithResult(CompletableFuture<?> other) {
		this.result.whenComplete((value, failure) -> {
			if (failure != null) {
				other.cancel(true);
			}
		});
	}

	private void acquired(@Nullable HeldLock lock, @Nullable Throwable failure) {
		if (lock != null) {
			start(granted(lock));
		}
		else if (!this.result.isDone()) {
			try {
				follow(notAcquired(cause(Objects.requireNonNull(failure))), this::complete);
			}
			catch (Throwable ex) {
				this.result.completeExceptionally(ex);
			}
		}
	}

	private void follow(CompletionStage<T> stage, BiConsumer<? super T, ? super @Nullable Throwable> completion) {
		if (stage instanceof CompletableFuture<?> future) {
			cancelWithResult(future.toCompletableFuture());
		}
		stage.whenComplete(completion);
	}

	private void end(L lock, @Nullable T value, @Nullable Throwable failure) {
		Throwable failed = (failure != null) ? cause(failure) : refusal(value, lock);
		release(lock).whenComplete((held, notReleased) -> {
			Throwable other = (notReleased != null) ? cause(notReleased) : held ? null : loss(lock);
			if (failed != null) {
				if (other != null && other != failed) {
					failed.addSuppressed(other);
				}
				this.result.completeExceptionally(failed);
			}
			else if (other != null && (notReleased != null || this.onLost != OnLost.IGNORE)) {
				this.result.completeExceptionally(other);
			}
			else {
				this.result.complete(value);
			}
		});
	}

	private @Nullable Throwable refusal(@Nullable T value, L lock) {
		try {
			check(value, lock);
			return null;
		}
		catch (RuntimeException ex) {
			return ex;
		}
	}

	/**
	 * Return the loss of a lock.
	 * @return the loss, or {@code null} if the lock is held or the work released the lock
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

	private void complete(T value, @Nullable Throwable failure) {
		if (failure != null) {
			this.result.completeExceptionally(cause(failure));
		}
		else {
			this.result.complete(value);
		}
	}

	/**
	 * Unwrap the cause of a {@link CompletionException}.
	 */
	private static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
