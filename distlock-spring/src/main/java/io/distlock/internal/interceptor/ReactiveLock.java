// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.lang.reflect.Method;
import java.util.concurrent.Executor;

import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.OnLost;
import io.distlock.internal.interceptor.result.LazyResults;
import io.distlock.internal.interceptor.result.ReturnStyle;
import io.distlock.internal.interceptor.result.SuspendFunction;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.ReactiveAdapter;

/**
 * Calls a method that returns a publisher under a lock: acquired anew by each
 * subscription, and held until the publisher ends or is cancelled, or until the
 * transaction around it is complete. Neither the method nor the release runs on the
 * subscriber's thread, which may be an event loop. A cancellation does not release the
 * lock while the method itself or a coroutine still runs.
 * <p>
 * Needs Reactor, which is optional, so nothing of that may be a part of what others call.
 */
final class ReactiveLock {

	private final LockedInvocation call;

	private final ReactiveAdapter adapter;

	private final Scheduler scheduler;

	private final @Nullable ReactiveTransactionScope transactions;

	private ReactiveLock(LockedInvocation call, Scheduler scheduler, @Nullable ReactiveTransactionScope transactions) {
		this.call = call;
		this.adapter = ReturnStyle.reactiveAdapter(call.operation().method());
		this.scheduler = scheduler;
		this.transactions = transactions;
	}

	static Object invoke(LockedInvocation call, Executor executor, @Nullable ReactiveTransactionScope transactions) {
		ReactiveLock lock = new ReactiveLock(call, Schedulers.fromExecutor(executor), transactions);
		Publisher<?> publisher = lock.adapter.isMultiValue() ? lock.hold().flatMapMany(lock::flux)
				: lock.hold().flatMap(lock::mono);
		return lock.adapter.fromPublisher(publisher);
	}

	static Object failed(Method method, Throwable failure) {
		return ReturnStyle.reactiveAdapter(method).fromPublisher(Mono.error(failure));
	}

	private Mono<ReactiveHold> hold() {
		return Mono.deferContextual((context) -> {
			SharedHold outer = context.getOrDefault(SharedHold.class, null);
			ReactiveHold alone = new ReactiveHold(this.call, outer, null);
			return (this.transactions == null || !this.transactions.covers(this.call)) ? Mono.just(alone)
					: this.transactions.current(this.scheduler)
						.map((locks) -> new ReactiveHold(this.call, outer, locks))
						.defaultIfEmpty(alone);
		});
	}

	private Mono<Object> mono(ReactiveHold hold) {
		Mono<Object> ended = Mono.usingWhen(Mono.just(hold),
				(acquiring) -> body(acquiring).flatMap((body) -> Flux.from(body).singleOrEmpty()), this::end,
				this::failed, this::cancelled);
		return ended.flatMap((value) -> hold.check().thenReturn(value)).switchIfEmpty(hold.check());
	}

	private Flux<Object> flux(ReactiveHold hold) {
		Flux<Object> ended = Flux.usingWhen(Mono.just(hold), (acquiring) -> body(acquiring).flatMapMany(Flux::from),
				this::end, this::failed, this::cancelled);
		return ended.concatWith(hold.check());
	}

	private Mono<Publisher<Object>> body(ReactiveHold acquiring) {
		return Mono.create(acquiring::acquire)
			.publishOn(this.scheduler)
			.<Publisher<Object>>map((hold) -> Flux.defer(() -> locked(acquiring, hold)))
			.onErrorResume(LockNotAcquiredException.class, (reason) -> Mono.just(Flux.defer(() -> busy(reason))));
	}

	private Publisher<Object> locked(ReactiveHold acquiring, SharedHold hold) {
		if (!acquiring.enterBody()) {
			return Flux.empty();
		}
		Publisher<Object> source;
		try (LockContext.Binding binding = hold.bind()) {
			hold.checkEntry();
			acquiring.keepForTransaction(hold);
			source = proceed(acquiring, hold);
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
		finally {
			acquiring.leaveBody();
		}
		Flux<Object> bound = Flux.<Object>from((subscriber) -> subscribe(source, acquiring, hold, subscriber))
			.doOnNext((value) -> LazyResults.check(value, this.call.operation().method(), this.call.request()));
		Flux<Object> ended = (this.call.request().onLost() == OnLost.INTERRUPT) ? bound.takeUntilOther(loss(hold))
				: bound;
		return ended.contextWrite((context) -> context.put(SharedHold.class, hold));
	}

	private Publisher<Object> proceed(ReactiveHold acquiring, SharedHold hold) throws Throwable {
		return publisher(SuspendFunction.runsCoroutine(this.call.operation().method())
				? LockedCoroutine.proceed(this.call, acquiring, hold) : this.call.proceedAsync());
	}

	private static void subscribe(Publisher<Object> source, ReactiveHold acquiring, SharedHold hold,
			Subscriber<? super Object> subscriber) {
		if (!acquiring.enterBody()) {
			Flux.empty().subscribe(subscriber);
			return;
		}
		try (LockContext.Binding binding = hold.bind()) {
			source.subscribe(subscriber);
		}
		finally {
			acquiring.leaveBody();
		}
	}

	/**
	 * Completes on a loss, which cancels the body; the error follows after the release.
	 */
	private static Mono<Void> loss(SharedHold hold) {
		return Mono.create((sink) -> {
			sink.onDispose(() -> hold.forget(sink));
			hold.onLost(sink, (reason) -> sink.success());
		});
	}

	private Publisher<Object> busy(LockNotAcquiredException reason) {
		try {
			return publisher(this.call.busy(reason));
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	/**
	 * Turn a result into a publisher. A fallback of a suspend function may return the
	 * value itself.
	 */
	@SuppressWarnings("unchecked")
	private Publisher<Object> publisher(@Nullable Object result) {
		if (result == null) {
			return Flux.empty();
		}
		if (result instanceof Publisher<?> publisher) {
			return (Publisher<Object>) publisher;
		}
		ReactiveAdapter adapter = SuspendFunction.is(this.call.operation().method())
				? ReturnStyle.reactiveAdapter(result.getClass()) : this.adapter;
		return (adapter != null) ? adapter.toPublisher(result) : Mono.just(result);
	}

	private Mono<Void> end(ReactiveHold hold) {
		return Mono.<Void>fromRunnable(hold::end).subscribeOn(this.scheduler);
	}

	private Mono<Void> failed(ReactiveHold hold, Throwable failure) {
		return end(hold).then(Mono.fromRunnable(() -> hold.addLossTo(failure)));
	}

	private Mono<Void> cancelled(ReactiveHold hold) {
		return hold.cancelBody().then(end(hold));
	}

}
