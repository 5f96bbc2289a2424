// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.distlock.OnLost;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Several keys held together. Lost with the first lost key.
 */
final class MultiLock extends ObservableLock {

	private final List<HoldHandle> parts;

	private volatile LockObserver.@Nullable Holding observed;

	MultiLock(List<HoldHandle> parts, OnLost onLost) {
		super(onLost);
		this.parts = List.copyOf(parts);
	}

	@Override
	public String key() {
		return this.parts.stream().map(HeldLock::key).collect(Collectors.joining(", "));
	}

	@Override
	public long fencingToken() {
		return this.parts.stream().mapToLong(HeldLock::fencingToken).max().orElseThrow();
	}

	@Override
	public boolean hasFencingToken() {
		return this.parts.stream().allMatch(HeldLock::hasFencingToken);
	}

	@Override
	public Map<String, Long> fencingTokens() {
		Map<String, Long> tokens = new LinkedHashMap<>();
		this.parts.forEach((part) -> tokens.put(part.key(), part.fencingToken()));
		return tokens;
	}

	@Override
	public boolean isHeld() {
		return this.parts.stream().allMatch(HeldLock::isHeld);
	}

	/**
	 * Check all parts. After the release, a lost part is reported in preference to
	 * released parts.
	 */
	@Override
	public void assertHeld() {
		this.parts.forEach(HoldHandle::assertNotLost);
		this.parts.forEach(HeldLock::assertHeld);
	}

	@Override
	public Duration remainingLease() {
		return this.parts.stream().map(HeldLock::remainingLease).min(Comparator.naturalOrder()).orElseThrow();
	}

	@Override
	public void onLost(Consumer<LockLostException> callback) {
		AtomicBoolean notified = new AtomicBoolean();
		this.parts.forEach((part) -> part.onLost((loss) -> {
			if (notified.compareAndSet(false, true)) {
				callback.accept(loss);
			}
		}));
	}

	@Override
	void keep(boolean kept) {
		this.parts.forEach((part) -> part.keep(kept));
	}

	@Override
	List<Hold> holds() {
		return this.parts.stream().flatMap((part) -> part.holds().stream()).toList();
	}

	@Override
	void refuseLost(Engine engine, ResolvedRequest request) {
		this.parts.forEach((part) -> part.refuseLost(engine, request));
	}

	@Override
	boolean end() {
		return end(HeldLock::release);
	}

	@Override
	void endQuietly() {
		end((part) -> {
			part.close();
			return true;
		});
	}

	private boolean end(Predicate<HeldLock> endOfPart) {
		try {
			leaveContext();
			return endAll(this.parts, endOfPart);
		}
		finally {
			notifyObserver(true);
		}
	}

	/**
	 * Release in reverse order, and continue after an error.
	 * @return {@code true} if all locks were still held
	 */
	static boolean releaseAll(List<? extends HeldLock> locks) {
		return endAll(locks, HeldLock::release);
	}

	private static boolean endAll(List<? extends HeldLock> locks, Predicate<HeldLock> end) {
		boolean held = true;
		int left = locks.size();
		try {
			while (left > 0) {
				left--;
				held &= end.test(locks.get(left));
			}
		}
		finally {
			if (left > 0) {
				endAll(locks.subList(0, left), end);
			}
		}
		return held;
	}

	@Override
	void observe(LockObserver.Holding observed) {
		this.observed = observed;
		onLost(observed::lost);
	}

	@Override
	LockObserver.@Nullable Holding observed() {
		return this.observed;
	}

	@Override
	public String toString() {
		return "HeldLock[keys=%s, held=%s]".formatted(LockKey.shown(key()), isHeld());
	}

	/**
	 * Acquires several keys without a blocked thread, all or none, one after the other.
	 * Cancellation of the future ends the wait.
	 */
	static final class AsyncAcquisition {

		private final Function<ResolvedRequest, CompletableFuture<HeldLock>> acquire;

		private final List<ResolvedRequest> requests;

		private final List<HoldHandle> held = new ArrayList<>();

		private final CompletableFuture<HeldLock> all = new CompletableFuture<>();

		private volatile @Nullable CompletableFuture<HeldLock> current;

		AsyncAcquisition(Function<ResolvedRequest, CompletableFuture<HeldLock>> acquire,
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
			if (this.held.size() == this.requests.size()) {
				if (!this.all.complete(new MultiLock(this.held, OnLost.FAIL))) {
					releaseAll(this.held);
				}
				return;
			}
			try {
				next();
			}
			catch (RuntimeException | Error ex) {
				fail(ex);
			}
		}

		private void fail(Throwable failure) {
			try {
				releaseAll(this.held);
			}
			finally {
				this.all.completeExceptionally(failure);
			}
		}

	}

}
