/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The locks that the running code holds, bound to its thread.
 *
 * @since 0.1.0
 */
public final class LockContext {

	private static final ThreadLocal<@Nullable Binding> innermost = new ThreadLocal<>();

	private LockContext() {
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
		Binding outer = live();
		unlinkClosed(outer);
		Binding binding = new Binding(lock, onLost, outer);
		innermost.set(binding);
		return binding;
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
	public static void forgetLost() {
		for (Binding binding = live(); binding != null; binding = binding.outer) {
			if (binding.open && !binding.lock.isHeld()) {
				binding.closed = true;
			}
		}
		unlinkClosed(live());
	}

	/**
	 * Locks may be released in any order: a thread that always takes the next before it
	 * releases the last must not collect what it has released.
	 */
	private static void unlinkClosed(@Nullable Binding top) {
		Binding binding = top;
		while (binding != null) {
			while (binding.outer != null && binding.outer.closed) {
				binding.outer = binding.outer.outer;
			}
			binding = binding.outer;
		}
	}

	private static @Nullable Binding live() {
		Binding top = innermost.get();
		Binding binding = top;
		while (binding != null && binding.closed) {
			binding = binding.outer;
		}
		if (binding != top) {
			replace(binding);
		}
		return binding;
	}

	private static void replace(@Nullable Binding binding) {
		if (binding != null) {
			innermost.set(binding);
		}
		else {
			innermost.remove();
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

		/**
		 * Used by the thread of the binding alone.
		 */
		private @Nullable Binding outer;

		private final Thread thread = Thread.currentThread();

		/**
		 * Used by the thread of the binding alone.
		 */
		private boolean open;

		private volatile boolean closed;

		private Binding(HeldLock lock, OnLost onLost, @Nullable Binding outer) {
			this.lock = lock;
			this.onLost = onLost;
			this.outer = outer;
		}

		@Override
		public void close() {
			this.closed = true;
			if (Thread.currentThread() == this.thread) {
				live();
			}
		}

	}

}
