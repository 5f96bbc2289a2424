// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.distlock.internal.interceptor.result.LazyResults;
import io.distlock.internal.interceptor.result.ReturnStyle;
import io.distlock.internal.interceptor.result.SuspendFunction;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.ReactiveAdapter;

/**
 * Call of a method with a publisher as its result. Each subscription acquires the lock,
 * and holds the lock until termination or cancellation of the publisher, or until
 * completion of the enclosing transaction. Neither the method nor the release runs on the
 * subscriber's thread, which may be an event loop. A cancellation does not release the
 * lock while the method itself or a coroutine is still running.
 * <p>
 * One subscription is one asynchronous call: its work ends with the body, and the
 * subscriber is notified after the end of the call.
 * <p>
 * Requires the optional Reactor library, so signatures used by other classes must not
 * contain Reactor types.
 */
final class ReactiveLock extends StageLock {

	private final Scheduler scheduler;

	private final ReactiveTransactionScope.@Nullable Locks transaction;

	private final CompletableFuture<@Nullable Object> bodyEnd = new CompletableFuture<>();

	private volatile @Nullable MonoSink<Publisher<Object>> body;

	/**
	 * Create the call for a subscription.
	 * @param around the innermost hold of the same chain
	 * @param transaction the locks of the active transaction of the chain
	 */
	private ReactiveLock(LockedInvocation call, @Nullable SharedHold around, Scheduler scheduler,
			ReactiveTransactionScope.@Nullable Locks transaction) {
		super(call, around, scheduler::schedule);
		this.scheduler = scheduler;
		this.transaction = transaction;
	}

	static Object invoke(LockedInvocation call, Executor executor, @Nullable ReactiveTransactionScope transactions) {
		Scheduler scheduler = Schedulers.fromExecutor(executor);
		Flux<Object> locked = Flux.deferContextual((context) -> {
			SharedHold around = context.getOrDefault(SharedHold.class, null);
			ReactiveLock alone = new ReactiveLock(call, around, scheduler, null);
			return (transactions == null || !transactions.covers(call)) ? alone.flux()
					: transactions.current(scheduler)
						.map((locks) -> new ReactiveLock(call, around, scheduler, locks))
						.defaultIfEmpty(alone)
						.flatMapMany(ReactiveLock::flux);
		});
		ReactiveAdapter adapter = ReturnStyle.reactiveAdapter(call.operation().method());
		return adapter.fromPublisher(adapter.isMultiValue() ? locked : locked.singleOrEmpty());
	}

	static Object failed(Method method, Throwable failure) {
		return ReturnStyle.reactiveAdapter(method).fromPublisher(Mono.error(failure));
	}

	private Flux<Object> flux() {
		Mono<Object> result = Mono.fromFuture(result(), true);
		return Mono.create(this::begin)
			.flatMapMany(Function.identity())
			.takeUntilOther(Mono.fromFuture(result().handle((value, failure) -> null)))
			.concatWith(Mono.defer(() -> {
				this.bodyEnd.complete(null);
				return result;
			}))
			.onErrorResume((failure) -> {
				this.bodyEnd.completeExceptionally(failure);
				return result.onErrorMap((ended) -> failure);
			})
			.doFinally((signal) -> {
				this.bodyEnd.complete(null);
				result().cancel(true);
			});
	}

	private void begin(MonoSink<Publisher<Object>> sink) {
		this.body = sink;
		try {
			SharedHold covering = covering();
			if (covering != null && covering.enter()) {
				this.scheduler.schedule(() -> start(covering));
			}
			else {
				start(CallerContext.observationOf(sink.contextView(),
						() -> this.call.locks().acquireAsync(this.call.request())));
			}
		}
		catch (RuntimeException | Error ex) {
			result().completeExceptionally(ex);
		}
	}

	private @Nullable SharedHold covering() {
		SharedHold inChain = (this.around != null) ? this.around.covering(this.call) : null;
		if (inChain == null && this.transaction != null) {
			inChain = this.transaction.covering(this.call);
		}
		return (inChain != null) ? inChain : SharedHold.find(this.call);
	}

	@Override
	CompletionStage<@Nullable Object> proceed(SharedHold hold) throws Throwable {
		if (this.transaction != null) {
			this.transaction.keep(hold);
		}
		Method method = this.call.operation().method();
		LockedCoroutine coroutine = SuspendFunction.runsCoroutine(method) ? new LockedCoroutine(hold) : null;
		Object result = (coroutine != null) ? coroutine.proceed(this.call) : this.call.proceedAsync();
		subscribe(Flux.from(publisher(result))
			.doOnNext((value) -> LazyResults.check(value, method, this.call.request()))
			.contextWrite((context) -> context.put(SharedHold.class, hold)));
		return (coroutine == null) ? this.bodyEnd
				: this.bodyEnd.exceptionally((failure) -> null)
					.thenCompose((none) -> coroutine.end())
					.<@Nullable Object>thenCompose((none) -> this.bodyEnd)
					.minimalCompletionStage();
	}

	@Override
	CompletionStage<@Nullable Object> stage(@Nullable Object result) {
		subscribe(publisher(result));
		return this.bodyEnd;
	}

	/**
	 * Pass the body to the subscriber, which subscribes on this thread.
	 */
	private void subscribe(Publisher<Object> publisher) {
		Objects.requireNonNull(this.body).success(publisher);
	}

	/**
	 * Convert a result to a publisher. The fallback of a suspend function may return a
	 * plain value.
	 */
	@SuppressWarnings("unchecked")
	private Publisher<Object> publisher(@Nullable Object result) {
		if (result == null) {
			return Flux.empty();
		}
		if (result instanceof Publisher<?> publisher) {
			return (Publisher<Object>) publisher;
		}
		Method method = this.call.operation().method();
		ReactiveAdapter adapter = SuspendFunction.is(method) ? ReturnStyle.reactiveAdapter(result.getClass())
				: ReturnStyle.reactiveAdapter(method);
		return (adapter != null) ? adapter.toPublisher(result) : Mono.just(result);
	}

}
