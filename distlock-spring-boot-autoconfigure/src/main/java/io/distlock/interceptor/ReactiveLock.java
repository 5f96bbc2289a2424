package io.distlock.interceptor;

import java.util.concurrent.Executor;

import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.ReactiveAdapter;
import org.springframework.util.Assert;

/**
 * Calls a method that returns a publisher under a lock: acquired anew by each
 * subscription, and held until the publisher ends or is cancelled. Neither the method nor
 * the release runs on the subscriber's thread, which may be an event loop.
 */
final class ReactiveLock {

	private final LockedInvocation call;

	private final ReactiveAdapter adapter;

	private final Scheduler scheduler;

	private ReactiveLock(LockedInvocation call, Scheduler scheduler) {
		this.call = call;
		this.adapter = adapter(call.operation().method().getReturnType());
		this.scheduler = scheduler;
	}

	static Object invoke(LockedInvocation call, Executor executor) {
		ReactiveLock lock = new ReactiveLock(call, Schedulers.fromExecutor(executor));
		Publisher<?> publisher = lock.adapter.isMultiValue() ? lock.flux() : lock.mono();
		return lock.adapter.fromPublisher(publisher);
	}

	static Object failed(Class<?> returnType, Throwable failure) {
		return adapter(returnType).fromPublisher(Mono.error(failure));
	}

	private static ReactiveAdapter adapter(Class<?> returnType) {
		ReactiveAdapter adapter = ReturnStyle.reactiveAdapter(returnType);
		Assert.state(adapter != null, () -> "No reactive adapter for " + returnType);
		return adapter;
	}

	private Mono<Object> mono() {
		return Mono.deferContextual((context) -> {
			ReactiveHold hold = new ReactiveHold(this.call, context.getOrDefault(SharedHold.class, null));
			Mono<Object> ended = Mono.usingWhen(Mono.just(hold), (acquiring) -> body(acquiring).flatMap(Mono::from),
					this::end, this::failed, this::end);
			return ended.flatMap((value) -> hold.check().thenReturn(value)).switchIfEmpty(hold.check());
		});
	}

	private Flux<Object> flux() {
		return Flux.deferContextual((context) -> {
			ReactiveHold hold = new ReactiveHold(this.call, context.getOrDefault(SharedHold.class, null));
			Flux<Object> ended = Flux.usingWhen(Mono.just(hold), (acquiring) -> body(acquiring).flatMapMany(Flux::from),
					this::end, this::failed, this::end);
			return ended.concatWith(hold.check());
		});
	}

	private Mono<Publisher<Object>> body(ReactiveHold acquiring) {
		return Mono.create(acquiring::acquire)
			.publishOn(this.scheduler)
			.<Publisher<Object>>map((hold) -> Flux.defer(() -> locked(hold)))
			.onErrorResume(LockNotAcquiredException.class, (reason) -> Mono.just(Flux.defer(() -> busy(reason))));
	}

	private Publisher<Object> locked(SharedHold hold) {
		Publisher<Object> source;
		try (LockContext.Binding binding = hold.bind()) {
			hold.checkEntry();
			source = publisher(this.call.proceedDetached());
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
		Flux<Object> bound = Flux.from((subscriber) -> subscribe(source, hold, subscriber));
		Flux<Object> ended = (this.call.onLost() == OnLost.INTERRUPT) ? bound.takeUntilOther(loss(hold)) : bound;
		return ended.contextWrite((context) -> context.put(SharedHold.class, hold));
	}

	private static void subscribe(Publisher<Object> source, SharedHold hold, Subscriber<? super Object> subscriber) {
		try (LockContext.Binding binding = hold.bind()) {
			source.subscribe(subscriber);
		}
	}

	/**
	 * Completes on a loss, which cancels the body; the error follows after the release.
	 */
	private static Mono<Void> loss(SharedHold hold) {
		return Mono.create((sink) -> hold.onLost((reason) -> sink.success()));
	}

	private Publisher<Object> busy(LockNotAcquiredException reason) {
		try {
			return publisher(this.call.busy(reason));
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	private Publisher<Object> publisher(@Nullable Object result) {
		return this.adapter.toPublisher(result);
	}

	private Mono<Void> end(ReactiveHold hold) {
		return Mono.<Void>fromRunnable(hold::end).subscribeOn(this.scheduler);
	}

	private Mono<Void> failed(ReactiveHold hold, Throwable failure) {
		return end(hold).then(Mono.fromRunnable(() -> hold.addLossTo(failure)));
	}

}
