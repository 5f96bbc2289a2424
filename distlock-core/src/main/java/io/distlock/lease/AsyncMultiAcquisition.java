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

	private final List<ResolvedRequest> requests;

	private final LockRequest request;

	private final List<HoldHandle> held = new ArrayList<>();

	private final CompletableFuture<HeldLock> all = new CompletableFuture<>();

	private final Delivery delivery;

	private volatile @Nullable CompletableFuture<HeldLock> current;

	AsyncMultiAcquisition(Engine engine, KeyQueues keys, Function<ResolvedRequest, CompletableFuture<HeldLock>> acquire,
			List<ResolvedRequest> requests, LockRequest request) {
		this.engine = engine;
		this.keys = keys;
		this.acquire = acquire;
		this.requests = requests;
		this.request = request;
		this.delivery = new Delivery(engine.tasks, this.all);
	}

	CompletableFuture<HeldLock> start() {
		this.all.whenComplete((lock, failure) -> cancelCurrent(failure));
		GroupAttempt group = new GroupAttempt(this.engine, this.keys, this.requests, null);
		if (!group.isPossible() || !later(group)) {
			next();
		}
		return this.all;
	}

	private boolean later(GroupAttempt group) {
		LeakDetector leaks = new LeakDetector(this.engine, this.requests.get(0));
		try {
			this.engine.tasks.run(Kind.REQUEST, () -> together(group, leaks));
			return true;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
	}

	private void together(GroupAttempt group, LeakDetector leaks) {
		try {
			GroupAttempt.Answer answer = group.ask(() -> {
			});
			if (answer.held().isPresent()) {
				deliver(answer.held().get(), leaks);
			}
			else if (answer.isFinal(this.requests.get(0))) {
				this.delivery.fail(this.engine.messages.notAcquired(this.request));
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
	private void deliver(List<HoldHandle> granted, LeakDetector leaks) {
		try {
			deliverLast(granted, leaks);
		}
		catch (RuntimeException | Error ex) {
			MultiLock.releaseAll(granted);
			throw ex;
		}
	}

	private void deliverLast(List<HoldHandle> granted, LeakDetector leaks) {
		int last = granted.size() - 1;
		for (int i = 0; i < last; i++) {
			HoldHandle handle = granted.get(i);
			this.held.add(leaks.ofKey(this.requests.get(i)).watch(handle, handle.queue()));
		}
		HoldHandle handle = granted.get(last);
		ResolvedRequest awaited = this.requests.get(last);
		AsyncWait delivery = new AsyncWait(handle.queue(), awaited, leaks.ofKey(awaited));
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
		ResolvedRequest next = this.requests.get(this.held.size());
		follow(this.acquire.apply(next));
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
		if (this.held.size() < this.requests.size()) {
			proceed();
		}
		else {
			complete();
		}
	}

	private void complete() {
		if (!this.all.complete(new MultiLock(this.held))) {
			MultiLock.releaseAll(this.held);
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
			MultiLock.releaseAll(this.held);
		}
		finally {
			this.all.completeExceptionally(failure);
		}
	}

}
