// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.distlock.HeldLock;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * Acquires several keys without a blocked thread, all or none, one after the other.
 */
final class AsyncMultiAcquisition {

	private final Function<ResolvedRequest, CompletableFuture<HeldLock>> acquire;

	private final List<ResolvedRequest> requests;

	private final List<HoldHandle> held = new ArrayList<>();

	private final CompletableFuture<HeldLock> all = new CompletableFuture<>();

	private volatile @Nullable CompletableFuture<HeldLock> current;

	AsyncMultiAcquisition(Function<ResolvedRequest, CompletableFuture<HeldLock>> acquire,
			List<ResolvedRequest> requests) {
		this.acquire = acquire;
		this.requests = requests;
	}

	CompletableFuture<HeldLock> start() {
		this.all.whenComplete((lock, failure) -> cancelCurrent(failure));
		next();
		return this.all;
	}

	private void cancelCurrent(@Nullable Throwable failure) {
		CompletableFuture<HeldLock> waiting = this.current;
		if (failure != null && waiting != null) {
			waiting.cancel(false);
		}
	}

	private void next() {
		CompletableFuture<HeldLock> step = this.acquire.apply(this.requests.get(this.held.size()));
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
		if (!this.all.complete(new MultiLock(this.held, OnLost.FAIL))) {
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
