// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.distlock.AsyncCall;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.internal.interceptor.result.LazyResults;
import org.jspecify.annotations.Nullable;

/**
 * Call of a method that returns a {@link CompletionStage}. The lock is held until the
 * stage completes, and the caller's future completes after the release. Cancelling the
 * caller's future ends the wait, or cancels the method's own future.
 */
class StageLock extends AsyncCall<@Nullable Object, SharedHold> {

	final LockedInvocation call;

	final @Nullable SharedHold around;

	/**
	 * Create a call.
	 * @param around the innermost enclosing hold
	 */
	StageLock(LockedInvocation call, @Nullable SharedHold around, Executor executor) {
		super(call.request().onLost(), executor);
		this.call = call;
		this.around = around;
	}

	static CompletableFuture<@Nullable Object> invoke(LockedInvocation call, Executor executor) {
		UnaryOperator<Runnable> caller = CallerContext.capture();
		SharedHold around = SharedHold.current().stream().findFirst().orElse(null);
		StageLock locked = new StageLock(call, around, (task) -> executor.execute(caller.apply(task)));
		try {
			SharedHold outer = SharedHold.find(call);
			return (outer != null && outer.enter()) ? locked.start(outer)
					: locked.start(call.locks().acquireAsync(call.request()));
		}
		catch (IllegalStateException | LockLostException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	@Override
	protected SharedHold granted(HeldLock lock) {
		return new SharedHold(lock, this.call, this.around);
	}

	@Override
	protected final CompletionStage<@Nullable Object> work(SharedHold hold) throws Throwable {
		try (LockContext.Binding binding = hold.bind()) {
			hold.checkEntry();
			return proceed(hold);
		}
	}

	CompletionStage<@Nullable Object> proceed(SharedHold hold) throws Throwable {
		return stage(this.call.proceedAsync());
	}

	@Override
	protected final CompletionStage<@Nullable Object> notAcquired(Throwable failure) throws Throwable {
		if (failure instanceof LockNotAcquiredException reason) {
			return stage(this.call.busy(reason));
		}
		throw failure;
	}

	/**
	 * Convert the result of the method or of its fallback to a stage.
	 */
	@SuppressWarnings("unchecked")
	CompletionStage<@Nullable Object> stage(@Nullable Object result) {
		return (result != null) ? (CompletionStage<@Nullable Object>) result
				: CompletableFuture.<@Nullable Object>completedFuture(null);
	}

	@Override
	protected final void onLost(SharedHold hold, Consumer<LockLostException> callback) {
		hold.onLost(this, callback);
	}

	@Override
	protected final void check(@Nullable Object value, SharedHold hold) {
		LazyResults.check(value, this.call.operation().method(), this.call.request());
	}

	@Override
	protected final CompletionStage<Boolean> release(SharedHold hold) {
		hold.forget(this);
		return CompletableFuture.supplyAsync(hold::leave, Runnable::run);
	}

}
