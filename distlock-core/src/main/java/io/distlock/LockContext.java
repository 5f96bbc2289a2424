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

	private static final ThreadLocal<@Nullable Chain> chains = new ThreadLocal<>();

	private LockContext() {
	}

	/**
	 * Return whether this thread has no lock that it acquired and has not released.
	 * @return whether there is none
	 */
	public static boolean isEmpty() {
		return chains.get() == null || live() == null;
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
		Chain chain = chains.get();
		if (chain == null || !chain.classes.containsKey(type)) {
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
		Chain chain = chains.get();
		if (chain != null && live() != null && chain.isDue()) {
			chain.sweep(false);
		}
		chain = chains.get();
		if (chain == null) {
			chain = new Chain();
			chains.set(chain);
		}
		return new Binding(lock, onLost, chain);
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
		Chain chain = chains.get();
		if (chain != null && chain.isDue()) {
			chain.sweep(true);
		}
	}

	private static @Nullable Binding live() {
		Chain chain = chains.get();
		while (chain != null && chain.innermost != null && chain.innermost.closed) {
			chain.innermost.unlink();
		}
		return (chain != null) ? chain.innermost : null;
	}

	/**
	 * The locks of a thread, used by it alone.
	 */
	private static final class Chain {

		private final Map<Class<?>, Integer> classes = new HashMap<>(4);

		private @Nullable Binding innermost;

		private int size;

		/**
		 * Time of the last sweep of all entries.
		 */
		private long sweptAt = System.nanoTime();

		/**
		 * Return whether to look through all locks of the thread again: after a time that
		 * grows with their number, so that a thread with many spends little of its time
		 * on it.
		 */
		boolean isDue() {
			return System.nanoTime() - this.sweptAt >= this.size * NANOS_FOR_EACH;
		}

		/**
		 * Unlink what other threads have closed, in whatever order: a thread that always
		 * takes the next lock before it releases the last must not collect what it has
		 * released.
		 */
		void sweep(boolean forgettingLost) {
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

		void unlinked(Binding binding) {
			this.size--;
			if (this.size == 0) {
				chains.remove();
			}
			else {
				this.classes.computeIfPresent(binding.lock.getClass(), (type, count) -> (count > 1) ? count - 1 : null);
			}
		}

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

		private final Chain chain;

		// What follows is used by the thread of the binding alone.

		private @Nullable Binding outer;

		private @Nullable Binding inner;

		private boolean linked = true;

		private boolean open;

		private volatile boolean closed;

		private Binding(HeldLock lock, OnLost onLost, Chain chain) {
			this.lock = lock;
			this.onLost = onLost;
			this.chain = chain;
			this.outer = chain.innermost;
			if (this.outer != null) {
				this.outer.inner = this;
			}
			chain.innermost = this;
			chain.size++;
			chain.classes.merge(lock.getClass(), 1, Integer::sum);
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
				this.chain.innermost = this.outer;
			}
			this.outer = null;
			this.inner = null;
			this.chain.unlinked(this);
		}

	}

}
