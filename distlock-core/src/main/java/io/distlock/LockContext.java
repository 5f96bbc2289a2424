// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Locks of the running code, bound to its thread.
 *
 * @since 0.1.0
 */
public final class LockContext {

	private static final long NANOS_FOR_EACH = 1_000;

	private static final ThreadLocal<@Nullable LockContext> contexts = new ThreadLocal<>();

	// State confined to the owning thread.

	private final Map<Class<?>, Integer> classes = new HashMap<>(4);

	private @Nullable Binding innermost;

	private int size;

	/**
	 * Time of the last complete sweep.
	 */
	private long sweptAt = System.nanoTime();

	private LockContext() {
	}

	/**
	 * Return whether this thread has released all locks that it acquired.
	 * @return {@code true} without unreleased locks
	 */
	public static boolean isEmpty() {
		return contexts.get() == null || live() == null;
	}

	/**
	 * Return the lock that this thread acquired last and has not released.
	 * @return the lock, held or lost; empty if there is no such lock
	 */
	public static Optional<HeldLock> current() {
		Binding binding = live();
		return (binding != null) ? Optional.of(binding.lock) : Optional.empty();
	}

	/**
	 * Return all locks of this thread that have not been released.
	 * @return the locks, held or lost, innermost first
	 */
	public static List<HeldLock> all() {
		List<HeldLock> locks = new ArrayList<>();
		for (Binding binding = live(); binding != null; binding = binding.outer) {
			if (!binding.closed) {
				locks.add(binding.lock);
			}
		}
		return locks;
	}

	/**
	 * Return the unreleased locks of this thread that have the given class. Costs next to
	 * nothing if no lock has the class, regardless of the number of locks.
	 * @param <T> the type of the locks
	 * @param type the exact class of the locks; subclasses are not included
	 * @return the locks, held or lost, innermost first
	 */
	public static <T extends HeldLock> List<T> all(Class<T> type) {
		LockContext context = contexts.get();
		if (context == null || !context.classes.containsKey(type)) {
			return List.of();
		}
		return all().stream().filter((lock) -> lock.getClass() == type).map(type::cast).toList();
	}

	/**
	 * Check that no lock of this thread is lost, except for locks acquired with
	 * {@link OnLost#IGNORE}.
	 * @throws LockLostException if a lock is lost
	 */
	public static void assertHeld() {
		for (Binding binding = live(); binding != null; binding = binding.outer) {
			if (!binding.closed && binding.onLost != OnLost.IGNORE) {
				binding.lock.assertHeld();
			}
		}
	}

	/**
	 * Make a lock available to code that runs on this thread, as the library does for
	 * locks that the thread acquires. Useful when work moves to another thread.
	 * @param lock the lock
	 * @param onLost reaction to a loss; {@link #assertHeld()} skips {@link OnLost#IGNORE}
	 * @return binding to close from any thread; closing does not release the lock
	 */
	public static Binding bind(HeldLock lock, OnLost onLost) {
		LockContext context = contexts.get();
		if (context != null && live() != null && context.isDue()) {
			context.sweep(false);
		}
		context = contexts.get();
		if (context == null) {
			context = new LockContext();
			contexts.set(context);
		}
		return new Binding(lock, onLost, context);
	}

	/**
	 * Mark a lock of this thread as released only by its owner, possibly never.
	 */
	static void open(HeldLock lock) {
		for (Binding binding = live(); binding != null; binding = binding.outer) {
			if (binding.lock == lock) {
				binding.open = true;
				return;
			}
		}
	}

	/**
	 * Remove lost locks acquired by this thread without a callback: either the caller
	 * needed the lease only, or the owner has abandoned the lock. Called without an
	 * active or suspended transaction to be protected by such a lock.
	 */
	public static void purgeLost() {
		LockContext context = contexts.get();
		if (context != null && context.isDue()) {
			context.sweep(true);
		}
	}

	private static @Nullable Binding live() {
		LockContext context = contexts.get();
		while (context != null && context.innermost != null && context.innermost.closed) {
			context.innermost.unlink();
		}
		return (context != null) ? context.innermost : null;
	}

	/**
	 * Return whether all locks of the thread should be swept again. The interval grows
	 * with the number of locks, so that a thread with many locks spends little time on
	 * sweeps.
	 */
	private boolean isDue() {
		return System.nanoTime() - this.sweptAt >= this.size * NANOS_FOR_EACH;
	}

	/**
	 * Unlink bindings that other threads have closed, in any order. Otherwise a thread
	 * that always acquires the next lock before releasing the previous lock would
	 * accumulate released locks.
	 */
	private void sweep(boolean forgettingLost) {
		Binding binding = this.innermost;
		while (binding != null) {
			Binding outer = binding.outer;
			if (binding.closed || forgettingLost && binding.open && !binding.lock.isHeld()) {
				binding.closed = true;
				binding.unlink();
			}
			binding = outer;
		}
		this.sweptAt = System.nanoTime();
	}

	/**
	 * Period in which a thread has access to a lock.
	 *
	 * @since 0.1.0
	 */
	public static final class Binding implements AutoCloseable {

		private final HeldLock lock;

		private final OnLost onLost;

		private final Thread thread = Thread.currentThread();

		private final LockContext context;

		// State confined to the thread of the binding.

		private @Nullable Binding outer;

		private @Nullable Binding inner;

		private boolean linked = true;

		private boolean open;

		private volatile boolean closed;

		private Binding(HeldLock lock, OnLost onLost, LockContext context) {
			this.lock = lock;
			this.onLost = onLost;
			this.context = context;
			this.outer = context.innermost;
			if (this.outer != null) {
				this.outer.inner = this;
			}
			context.innermost = this;
			context.size++;
			context.classes.merge(lock.getClass(), 1, Integer::sum);
		}

		@Override
		public void close() {
			this.closed = true;
			if (Thread.currentThread() == this.thread) {
				unlink();
			}
		}

		private void unlink() {
			if (!this.linked) {
				return;
			}
			this.linked = false;
			if (this.outer != null) {
				this.outer.inner = this.inner;
			}
			if (this.inner != null) {
				this.inner.outer = this.outer;
			}
			else {
				this.context.innermost = this.outer;
			}
			this.outer = null;
			this.inner = null;
			if (--this.context.size == 0) {
				contexts.remove();
			}
			else {
				this.context.classes.computeIfPresent(this.lock.getClass(),
						(type, count) -> (count > 1) ? count - 1 : null);
			}
		}

	}

}
