// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The locks that the running code holds, bound to its thread.
 *
 * @since 0.1.0
 */
public final class LockContext {

	private static final long NANOS_FOR_EACH = 1_000;

	private static final ThreadLocal<@Nullable LockContext> contexts = new ThreadLocal<>();

	// What follows is used by the thread of the locks alone.

	private final Map<Class<?>, Integer> classes = new HashMap<>(4);

	private @Nullable Binding innermost;

	private int size;

	/**
	 * Time of the last sweep of all locks.
	 */
	private long sweptAt = System.nanoTime();

	private LockContext() {
	}

	/**
	 * Return whether this thread has no lock that it acquired and has not released.
	 * @return whether there is none
	 */
	public static boolean isEmpty() {
		return contexts.get() == null || live() == null;
	}

	/**
	 * Return the lock that this thread acquired last and has not released.
	 * @return the lock, held or lost; empty where there is none
	 */
	public static Optional<HeldLock> current() {
		Binding binding = live();
		return (binding != null) ? Optional.of(binding.lock) : Optional.empty();
	}

	/**
	 * Return all locks of this thread that it has not released.
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
	 * Return the locks of this thread that are of one class. Costs next to nothing where
	 * there is none, however many others there are.
	 * @param <T> the class
	 * @param type the class, and no subclass of it
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
	 * Check that no lock of this thread is lost, but for those that were acquired with
	 * {@link OnLost#IGNORE}.
	 * @throws LockLostException if one is
	 */
	public static void assertHeld() {
		for (Binding binding = live(); binding != null; binding = binding.outer) {
			if (!binding.closed && binding.onLost != OnLost.IGNORE) {
				binding.lock.assertHeld();
			}
		}
	}

	/**
	 * Make a lock known to code that runs on this thread, as the library does for locks
	 * that the thread acquires. Useful where work moves to another thread.
	 * @param lock the lock
	 * @param onLost whether a loss matters to {@link #assertHeld()}
	 * @return closes the binding, from any thread; does not release the lock
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
	 * Take note that a lock of this thread ends only when its owner says so, which may be
	 * never.
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
	 * Forget the locks of this thread that it acquired by themselves, without a callback,
	 * and that are lost: their leases were all that was wanted of them, or their owner
	 * has forgotten them. Called where no transaction is active or suspended that such a
	 * lock was meant to protect.
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
	 * Return whether to look through all locks of the thread again: after a time that
	 * grows with their number, so that a thread with many spends little of its time on
	 * it.
	 */
	private boolean isDue() {
		return System.nanoTime() - this.sweptAt >= this.size * NANOS_FOR_EACH;
	}

	/**
	 * Unlink what other threads have closed, in whatever order: a thread that always
	 * takes the next lock before it releases the last must not collect what it has
	 * released.
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
	 * The time in which a lock is known to a thread.
	 *
	 * @since 0.1.0
	 */
	public static final class Binding implements AutoCloseable {

		private final HeldLock lock;

		private final OnLost onLost;

		private final Thread thread = Thread.currentThread();

		private final LockContext context;

		// What follows is used by the thread of the binding alone.

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
