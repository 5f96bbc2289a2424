// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;

import io.distlock.HeldLock;
import io.distlock.faults.node.method.LockedWork;
import org.jspecify.annotations.Nullable;

/**
 * The body of a call that holds a lock, and the lock, if the body was entered.
 */
final class LockedBody implements LockedWork {

	private final Function<HeldLock, TenureWork> tenures;

	private volatile @Nullable HeldLock lock;

	private volatile boolean held;

	/**
	 * Create a body.
	 * @param tenures makes a tenure of a lock
	 */
	LockedBody(Function<HeldLock, TenureWork> tenures) {
		this.tenures = tenures;
	}

	@Override
	public void run(HeldLock lock) {
		this.lock = lock;
		try {
			this.tenures.apply(lock).run();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.held = lock.isHeld();
	}

	boolean isGranted() {
		return this.lock != null;
	}

	long token() {
		HeldLock lock = this.lock;
		return (lock != null) ? lock.fencingToken() : 0;
	}

	/**
	 * Return whether the lock was held at the end of the body.
	 */
	boolean isHeld() {
		return this.held;
	}

	/**
	 * What happens while the lock is held.
	 */
	interface TenureWork {

		void run() throws IOException;

	}

}
