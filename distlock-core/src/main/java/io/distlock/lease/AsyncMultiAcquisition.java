// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.lease.EngineTasks.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Acquires several keys without a blocked thread, all or none: in one step where that is
 * free at once, else one after the other.
 */
final class AsyncMultiAcquisition {

	private final Engine engine;

	private final KeyQueues keys;

	private final Function<ResolvedRequest, CompletableFuture<HeldLock>> acquire;

	private final List<ResolvedRequest> demands;

	private final LockRequest request;

	private final List<HoldHandle> held = new ArrayList<>();

	private final CompletableFuture<HeldLock> all = new CompletableFuture<>();

	private final Delivery delivery;

	private volatile @Nullable CompletableFuture<HeldLock> current;

	AsyncMultiAcquisition(Engine engine, KeyQueues keys, Function<ResolvedRequest, CompletableFuture<HeldLock>> acquire,
			List<ResolvedRequest> demands, LockRequest request) {
		this.engine = engine;
		this.keys = keys;
		this.acquire = acquire;
		this.demands = demands;
		this.request = request;
		this.delivery = new Delivery(engine.tasks(), this.all);
	}

	CompletableFuture<HeldLock> start() {
		this.all.whenComplete((lock, failure) -> cancelCurrent(failure));
		GroupAttempt group = new GroupAttempt(this.engine, this.keys, this.demands, null);
		if (!group.isPossible() || !later(group)) {
			next();
		}
		return this.all;
	}

	private boolean later(GroupAttempt group) {
		Unreachable unreachable = new Unreachable(this.engine, this.demands.get(0));
		try {
			this.engine.tasks().run(Kind.REQUEST, () -> together(group, unreachable));
			return true;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
	}

	private void together(GroupAttempt group, Unreachable unreachable) {
		try {
			GroupAttempt.Answer answer = group.ask();
			if (answer.held().isPresent()) {
				deliver(answer.held().get(), unreachable);
			}
			else if (answer.isFinal(this.demands.get(0))) {
				this.delivery.fail(this.engine.messages().notAcquired(this.request));
			}
			else {
				next();
			}
		}
		catch (RuntimeException | Error ex) {
			this.delivery.fail(ex);
		}
	}

	/**
	 * Deliver keys that were granted in one step: the last one the way of a single key,
	 * and the others with it.
	 */
	private void deliver(List<HoldHandle> granted, Unreachable unreachable) {
		try {
			deliverLast(granted, unreachable);
		}
		catch (RuntimeException | Error ex) {
			MultiHold.releaseAll(granted);
			throw ex;
		}
	}

	private void deliverLast(List<HoldHandle> granted, Unreachable unreachable) {
		int last = granted.size() - 1;
		for (int i = 0; i < last; i++) {
			HoldHandle handle = granted.get(i);
			this.held.add(unreachable.ofKey(this.demands.get(i)).watch(handle, handle.queue()));
		}
		HoldHandle handle = granted.get(last);
		ResolvedRequest demand = this.demands.get(last);
		AsyncWait delivery = new AsyncWait(this.engine, handle.queue(), demand, unreachable.ofKey(demand));
		follow(delivery.future());
		delivery.deliver(handle);
	}

	private void cancelCurrent(@Nullable Throwable failure) {
		CompletableFuture<HeldLock> waiting = this.current;
		if (failure != null && waiting != null) {
			waiting.cancel(false);
		}
	}

	private void next() {
		ResolvedRequest demand = this.demands.get(this.held.size());
		follow(this.acquire.apply(demand));
	}

	private void follow(CompletableFuture<HeldLock> step) {
		this.current = step;
		if (this.all.isDone()) {
			step.cancel(false);
		}
		step.whenComplete(this::stepDone);
	}

	private void stepDone(@Nullable HeldLock lock, @Nullable Throwable failure) {
		if (lock == null) {
			fail((failure != null) ? failure : new IllegalStateException("No lock"));
			return;
		}
		this.held.add((HoldHandle) lock);
		if (this.held.size() < this.demands.size()) {
			proceed();
		}
		else {
			complete();
		}
	}

	private void complete() {
		if (!this.all.complete(new MultiHold(this.held))) {
			MultiHold.releaseAll(this.held);
		}
	}

	private void proceed() {
		try {
			next();
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	private void fail(Throwable failure) {
		try {
			MultiHold.releaseAll(this.held);
		}
		finally {
			this.all.completeExceptionally(failure);
		}
	}

}
