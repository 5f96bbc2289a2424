// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.distlock.OnLost;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Several keys held together. Lost as soon as one of them is.
 */
final class MultiLock extends ObservableLock {

	private final List<HoldHandle> parts;

	private OnLost onLost = OnLost.FAIL;

	private LockContext.@Nullable Binding binding;

	private volatile LockObserver.@Nullable Holding observed;

	MultiLock(List<HoldHandle> parts) {
		this.parts = List.copyOf(parts);
	}

	MultiLock bind(OnLost onLost) {
		this.onLost = onLost;
		this.binding = LockContext.bind(this, onLost);
		return this;
	}

	List<HoldHandle> parts() {
		return this.parts;
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
	 * After the release, the part that was lost says more than those that were not.
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
	List<Part> holds() {
		return this.parts.stream().flatMap((part) -> part.holds().stream()).toList();
	}

	@Override
	OnLost lossPolicy() {
		return this.onLost;
	}

	@Override
	boolean end() {
		if (this.binding != null) {
			this.binding.close();
		}
		try {
			endDeferral();
			return releaseAll(this.parts);
		}
		finally {
			exited();
		}
	}

	/**
	 * Release in reverse order, and continue after an error.
	 * @return whether all of them were still held
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
	void endQuietly() {
		if (this.binding != null) {
			this.binding.close();
		}
		endDeferral();
		endAll(this.parts, (part) -> {
			part.close();
			return true;
		});
		exited();
	}

	private void exited() {
		LockObserver.Holding observed = this.observed;
		if (observed == null) {
			return;
		}
		LockLostException loss = loss();
		if (loss != null) {
			observed.lost(loss);
		}
		else {
			observed.released();
		}
	}

	private @Nullable LockLostException loss() {
		return this.parts.stream().map(HoldHandle::loss).filter(Objects::nonNull).findFirst().orElse(null);
	}

	@Override
	void observe(LockObserver.Holding observed) {
		this.observed = observed;
		onLost(observed::lost);
	}

	@Override
	public LockObserver.Scope enter() {
		LockObserver.Holding observed = this.observed;
		return (observed != null) ? observed.enter() : LockObserver.Scope.NONE;
	}

	@Override
	public String toString() {
		return "HeldLock[keys=%s, held=%s]".formatted(LockKey.shown(key()), isHeld());
	}

}
