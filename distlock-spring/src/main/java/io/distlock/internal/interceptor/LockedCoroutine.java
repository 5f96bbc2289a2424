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
 * Coroutine context element that makes a lock available to the coroutine on every thread
 * of its execution. Also reports the completion of the coroutine, since a cancelled
 * coroutine may still run for a while.
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
	 * Call a suspend function, or a function that returns a flow.
	 * @return a publisher of the coroutine's result, or an available result
	 */
	@Nullable Object proceed(LockedInvocation call) throws Throwable {
		if (SuspendFunction.is(call.operation().method())) {
			return call.proceedAsync(arguments(call.invocation().getArguments()));
		}
		Object result = call.proceedAsync();
		return (result instanceof Flow<?> flow) ? ReactorFlowKt.asFlux(flow, this) : result;
	}

	/**
	 * Return the arguments of a suspend function with a continuation whose context
	 * contains the lock.
	 */
	private @Nullable Object[] arguments(@Nullable Object[] passed) {
		@Nullable Object[] arguments = passed.clone();
		Continuation<?> caller = (Continuation<?>) passed[passed.length - 1];
		Assert.state(caller != null, "No Continuation available");
		arguments[passed.length - 1] = new Caller(caller.getContext().plus(this));
		return arguments;
	}

	/**
	 * Return a stage that completes when the coroutine has finished, including its work
	 * after a cancellation.
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
	 * Key per instance, so that the context can contain the locks of nested calls.
	 */
	private static final class OwnKey implements CoroutineContext.Key<LockedCoroutine> {

	}

	/**
	 * Continuation of the caller for the function. Spring uses only its context, and
	 * resumes the original continuation.
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
