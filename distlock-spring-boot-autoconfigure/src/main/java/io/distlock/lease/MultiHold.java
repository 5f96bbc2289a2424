package io.distlock.lease;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * Several keys held together. Lost as soon as one of them is.
 */
final class MultiHold implements HeldLock {

	private final List<HeldLock> parts;

	private LockContext.@Nullable Binding binding;

	MultiHold(List<HeldLock> parts) {
		this.parts = List.copyOf(parts);
	}

	MultiHold bind(OnLost onLost) {
		this.binding = LockContext.bind(this, onLost);
		return this;
	}

	List<HeldLock> parts() {
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
	public Map<String, Long> fencingTokens() {
		Map<String, Long> tokens = new LinkedHashMap<>();
		this.parts.forEach((part) -> tokens.put(part.key(), part.fencingToken()));
		return tokens;
	}

	@Override
	public boolean isHeld() {
		return this.parts.stream().allMatch(HeldLock::isHeld);
	}

	@Override
	public void assertHeld() {
		this.parts.forEach(HeldLock::assertHeld);
	}

	@Override
	public Duration remainingLease() {
		return this.parts.stream().map(HeldLock::remainingLease).min(Comparator.naturalOrder()).orElseThrow();
	}

	@Override
	public void onLost(Consumer<LockLostException> callback) {
		AtomicBoolean told = new AtomicBoolean();
		this.parts.forEach((part) -> part.onLost((loss) -> {
			if (told.compareAndSet(false, true)) {
				callback.accept(loss);
			}
		}));
	}

	@Override
	public boolean release() {
		if (this.binding != null) {
			this.binding.close();
		}
		return releaseAll(this.parts);
	}

	/**
	 * Release in reverse order.
	 * @return whether all of them were still held
	 */
	static boolean releaseAll(List<HeldLock> locks) {
		boolean held = true;
		for (int i = locks.size() - 1; i >= 0; i--) {
			held &= locks.get(i).release();
		}
		return held;
	}

	@Override
	public void close() {
		for (int i = this.parts.size() - 1; i >= 0; i--) {
			this.parts.get(i).close();
		}
		if (this.binding != null) {
			this.binding.close();
		}
	}

	@Override
	public String toString() {
		return "HeldLock[keys=%s, held=%s]".formatted(key(), isHeld());
	}

}
