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
 * Asynchronous work under a lock. The lock is released when the work is done, whichever
 * way, and the caller's future completes after that. Cancelling that future, or its
 * timeout, ends the wait for the lock, or cancels the work.
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
	 * @param onLost what a loss does to it
	 * @param executor runs what follows the acquisition, and what follows the work
	 */
	protected AsyncCall(OnLost onLost, Executor executor) {
		this.onLost = onLost;
		this.executor = executor;
	}

	/**
	 * Begin with a lock that is being acquired.
	 * @param acquisition completes with the lock
	 * @return completes after the release
	 */
	public final CompletableFuture<T> start(CompletionStage<HeldLock> acquisition) {
		CompletableFuture<HeldLock> acquiring = acquisition.toCompletableFuture();
		cancelWithResult(acquiring);
		acquiring.whenComplete((lock, failure) -> this.executor.execute(() -> acquired(lock, failure)));
		return this.result;
	}

	/**
	 * Begin with a lock that is held already.
	 * @param lock the lock
	 * @return completes after the release
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
	 * Return the future of the caller. When it is done before the work is, the call was
	 * cancelled, or has lost a lock whose loss interrupts.
	 * @return completes after the release
	 */
	protected final CompletableFuture<T> result() {
		return this.result;
	}

	/**
	 * Return an acquired lock as the work is to see it.
	 * @param lock what was acquired
	 * @return the lock
	 */
	protected abstract L granted(HeldLock lock);

	/**
	 * Do the work, with the lock in the {@link LockContext} of this thread.
	 * @param lock the lock
	 * @return completes when the work is done
	 * @throws Throwable if it could not begin
	 */
	protected abstract CompletionStage<T> work(L lock) throws Throwable;

	/**
	 * Release the lock.
	 * @param lock the lock
	 * @return completes with whether the lock was held until now
	 */
	protected abstract CompletionStage<Boolean> release(L lock);

	/**
	 * Return what to do instead of the work.
	 * @param failure why the lock was not acquired
	 * @return completes with the result of the call
	 * @throws Throwable if there is nothing to do
	 */
	protected CompletionStage<T> notAcquired(Throwable failure) throws Throwable {
		throw failure;
	}

	/**
	 * Call back when the lock is lost before its release.
	 * @param lock the lock
	 * @param callback is given the loss
	 */
	protected void onLost(L lock, Consumer<LockLostException> callback) {
		lock.onLost(callback);
	}

	/**
	 * Check the result of the work before the lock is released.
	 * @param value the result
	 * @param lock the lock
	 * @throws RuntimeException if the call is to fail
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
	 * Return why a lock is not held, unless the work released it itself.
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
	 * Return a failure without what stages wrap it in.
	 */
	private static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
