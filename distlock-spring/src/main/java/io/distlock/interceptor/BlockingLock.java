// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import io.distlock.HeldLock;
import io.distlock.LockCallback;
import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.interceptor.operation.DistributedLockOperation;
import io.distlock.interceptor.result.LazyResults;
import io.distlock.interceptor.result.ReturnStyle;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method under a lock on the caller's thread. Remembers whether the method was
 * entered, so that a lock exception of a nested call is not taken for our own.
 */
final class BlockingLock implements LockCallback<@Nullable Object, Throwable> {

	private final LockedInvocation call;

	private boolean entered;

	private BlockingLock(LockedInvocation call) {
		this.call = call;
	}

	/**
	 * Bounds of type parameters in other modules lose their annotations on JDK 17.
	 */
	@SuppressWarnings("NullAway")
	static @Nullable Object invoke(LockedInvocation call) throws Throwable {
		SharedHold outer = LockContext.isEmpty() ? null : SharedHold.find(call);
		if (outer != null && outer.enter()) {
			return enter(outer, call);
		}
		BlockingLock locked = new BlockingLock(call);
		try {
			return call.operations().<@Nullable Object, Throwable>execute(call.request(), locked);
		}
		catch (LockNotAcquiredException ex) {
			if (locked.entered) {
				throw ex;
			}
			return call.busy(ex);
		}
	}

	/**
	 * Call the method under a lock that an asynchronous call around it holds, and keep it
	 * until the method is done, even if that call is over before.
	 */
	private static @Nullable Object enter(SharedHold outer, LockedInvocation call) throws Throwable {
		try {
			outer.checkEntry();
			return finished(call.proceed(outer), call, outer);
		}
		finally {
			outer.leave();
		}
	}

	@Override
	public @Nullable Object doInLock(HeldLock lock) throws Throwable {
		this.entered = true;
		return finished(this.call.proceed(lock), this.call, lock);
	}

	/**
	 * See to it that the work is done while the lock is held.
	 */
	private static @Nullable Object finished(@Nullable Object result, LockedInvocation call, HeldLock lock)
			throws InterruptedException {
		if (result == null) {
			return null;
		}
		DistributedLockOperation operation = call.operation();
		if (operation.style() == ReturnStyle.BLOCKING) {
			LazyResults.check(result, operation.method(), lock);
		}
		else if (result instanceof Future<?> future) {
			await(future);
		}
		return result;
	}

	private static void await(Future<?> future) throws InterruptedException {
		try {
			future.get();
		}
		catch (ExecutionException | CancellationException ex) {
			// The caller gets the future, and with it the failure.
		}
	}

}
