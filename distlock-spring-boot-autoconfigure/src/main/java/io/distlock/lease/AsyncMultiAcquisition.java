package io.distlock.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.distlock.HeldLock;
import org.jspecify.annotations.Nullable;

/**
 * Acquires several keys one after the other without a blocked thread: all or none.
 */
final class AsyncMultiAcquisition {

	private final Function<Demand, CompletableFuture<HeldLock>> acquire;

	private final List<Demand> demands;

	private final List<HeldLock> held = new ArrayList<>();

	private final CompletableFuture<HeldLock> all = new CompletableFuture<>();

	private volatile @Nullable CompletableFuture<HeldLock> current;

	AsyncMultiAcquisition(Function<Demand, CompletableFuture<HeldLock>> acquire, List<Demand> demands) {
		this.acquire = acquire;
		this.demands = demands;
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
		Demand demand = this.demands.get(this.held.size());
		CompletableFuture<HeldLock> step = this.acquire.apply(demand);
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
		this.held.add(lock);
		if (this.held.size() < this.demands.size()) {
			proceed();
		}
		else if (!this.all.complete(new MultiHold(this.held))) {
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
