// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.AsyncCall;
import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The lock of one subscription, from the request to the end. The subscription may end
 * before the lock arrives; a lock that arrives too late is given back at once.
 */
final class ReactiveHold {

	private final LockedInvocation call;

	private final @Nullable SharedHold outer;

	private final ReactiveTransactionScope.@Nullable Locks transaction;

	private final AtomicReference<@Nullable SharedHold> hold = new AtomicReference<>();

	private volatile @Nullable CompletableFuture<HeldLock> acquisition;

	private volatile Mono<Void> bodyEnd = Mono.empty();

	private volatile CompletableFuture<@Nullable Void> inBody = CompletableFuture.completedFuture(null);

	private volatile boolean cancelled;

	private volatile boolean ended;

	private volatile @Nullable LockLostException loss;

	/**
	 * Create a hold.
	 * @param outer the innermost hold of the same chain
	 * @param transaction the locks of the transaction that is active in the chain
	 */
	ReactiveHold(LockedInvocation call, @Nullable SharedHold outer,
			ReactiveTransactionScope.@Nullable Locks transaction) {
		this.call = call;
		this.outer = outer;
		this.transaction = transaction;
	}

	void acquire(MonoSink<SharedHold> sink) {
		SharedHold covering = covering();
		if (covering != null && covering.enter()) {
			grant(covering, sink);
			return;
		}
		CompletableFuture<HeldLock> acquisition = CallerContext.observationOf(sink.contextView(),
				() -> this.call.locks().acquireAsync(this.call.request()).toCompletableFuture());
		this.acquisition = acquisition;
		acquisition.whenComplete((lock, failure) -> acquired(lock, failure, sink));
		if (this.ended) {
			acquisition.cancel(true);
		}
	}

	private @Nullable SharedHold covering() {
		SharedHold inChain = (this.outer != null) ? this.outer.covering(this.call) : null;
		if (inChain == null && this.transaction != null) {
			inChain = this.transaction.covering(this.call);
		}
		return (inChain != null) ? inChain : SharedHold.find(this.call);
	}

	/**
	 * Hold the lock until the transaction of the chain is complete, if there is one.
	 */
	void keepForTransaction(SharedHold hold) {
		if (this.transaction != null) {
			this.transaction.keep(hold);
		}
	}

	/**
	 * Register a body that may still run after its cancellation.
	 * @param end completes when it is done
	 */
	void runs(Mono<Void> end) {
		this.bodyEnd = end;
	}

	/**
	 * Enter the part of the body that this thread runs, to its end.
	 * @return whether the subscription was not cancelled before
	 */
	boolean enterBody() {
		CompletableFuture<@Nullable Void> entered = new CompletableFuture<>();
		this.inBody = entered;
		if (this.cancelled) {
			entered.complete(null);
			return false;
		}
		return true;
	}

	void leaveBody() {
		this.inBody.complete(null);
	}

	/**
	 * Enter the body no more.
	 * @return completes when no thread and no coroutine is in the body
	 */
	Mono<Void> cancelBody() {
		this.cancelled = true;
		return Mono.fromFuture(this.inBody, true).then(Mono.defer(() -> this.bodyEnd));
	}

	private void acquired(@Nullable HeldLock lock, @Nullable Throwable failure, MonoSink<SharedHold> sink) {
		if (lock == null) {
			sink.error(
					(failure != null) ? AsyncCall.cause(failure) : new IllegalStateException("No lock and no failure"));
			return;
		}
		grant(new SharedHold(lock, this.call, this.outer), sink);
	}

	private void grant(SharedHold granted, MonoSink<SharedHold> sink) {
		this.hold.set(granted);
		if (this.ended) {
			end();
		}
		else {
			sink.success(granted);
		}
	}

	/**
	 * End the subscription, and find out whether the lock was lost before. Blocks for the
	 * round trip of a release.
	 */
	void end() {
		this.ended = true;
		CompletableFuture<HeldLock> acquisition = this.acquisition;
		if (acquisition != null) {
			acquisition.cancel(true);
		}
		SharedHold hold = this.hold.getAndSet(null);
		if (hold != null) {
			this.loss = hold.leave();
		}
	}

	/**
	 * Fail if the lock was lost before the end.
	 */
	Mono<Object> check() {
		return Mono.defer(() -> {
			LockLostException loss = this.loss;
			return (loss != null && this.call.request().onLost() != OnLost.IGNORE) ? Mono.error(loss) : Mono.empty();
		});
	}

	void addLossTo(Throwable failure) {
		LockLostException loss = this.loss;
		if (loss != null && loss != failure) {
			failure.addSuppressed(loss);
		}
	}

}
