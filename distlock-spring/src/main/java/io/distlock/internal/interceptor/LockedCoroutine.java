// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.LockContext;
import io.distlock.internal.interceptor.result.SuspendFunction;
import kotlin.Unit;
import kotlin.coroutines.AbstractCoroutineContextElement;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.ThreadContextElement;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.reactor.ReactorFlowKt;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Makes a lock known to the coroutine that runs under it, on whichever thread it resumes,
 * and reports when that coroutine is done: one that was cancelled may still run for a
 * while.
 */
final class LockedCoroutine extends AbstractCoroutineContextElement
		implements ThreadContextElement<LockContext.Binding> {

	private final SharedHold hold;

	private volatile @Nullable Job job;

	LockedCoroutine(SharedHold hold) {
		super(new OwnKey());
		this.hold = hold;
	}

	/**
	 * Call a suspend function, or one that returns a flow.
	 * @return a publisher of what the coroutine gives, or a result that is there already
	 */
	@Nullable Object proceed(LockedInvocation call) throws Throwable {
		if (SuspendFunction.is(call.operation().method())) {
			return call.proceedAsync(arguments(call.invocation().getArguments()));
		}
		Object result = call.proceedAsync();
		return (result instanceof Flow<?> flow) ? ReactorFlowKt.asFlux(flow, this) : result;
	}

	/**
	 * Return the arguments of a suspend function with a continuation that knows the lock.
	 */
	private @Nullable Object[] arguments(@Nullable Object[] passed) {
		@Nullable Object[] arguments = passed.clone();
		Continuation<?> caller = (Continuation<?>) passed[passed.length - 1];
		Assert.state(caller != null, "No Continuation available");
		arguments[passed.length - 1] = new Caller(caller.getContext().plus(this));
		return arguments;
	}

	/**
	 * Return what completes when the coroutine is done with everything that it does after
	 * its cancellation too.
	 */
	CompletionStage<@Nullable Void> end() {
		CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
		Job running = this.job;
		if (running == null) {
			end.complete(null);
		}
		else {
			running.invokeOnCompletion((reason) -> {
				end.complete(null);
				return Unit.INSTANCE;
			});
		}
		return end;
	}

	@Override
	public LockContext.Binding updateThreadContext(CoroutineContext context) {
		if (this.job == null) {
			this.job = context.get(Job.Key);
		}
		return this.hold.bind();
	}

	@Override
	public void restoreThreadContext(CoroutineContext context, LockContext.Binding binding) {
		binding.close();
	}

	/**
	 * Keeps the locks of nested calls side by side in one context.
	 */
	private static final class OwnKey implements CoroutineContext.Key<LockedCoroutine> {

	}

	/**
	 * The caller as the function sees it. Spring takes the context from it, and resumes
	 * the real one.
	 */
	private record Caller(CoroutineContext context) implements Continuation<Object> {

		@Override
		public CoroutineContext getContext() {
			return this.context;
		}

		@Override
		public void resumeWith(Object result) {
			throw new IllegalStateException("Resumed by other than Spring");
		}

	}

}
