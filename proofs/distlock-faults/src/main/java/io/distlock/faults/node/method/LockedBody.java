// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node.method;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;

import io.distlock.HeldLock;
import org.jspecify.annotations.Nullable;

/**
 * The body of a call that holds a lock, and the lock, if the body was entered.
 *
 * @since 0.1.0
 */
public final class LockedBody implements LockedWork {

	private final Function<HeldLock, TenureWork> tenures;

	private volatile @Nullable HeldLock lock;

	private volatile boolean held;

	/**
	 * Create a body.
	 * @param tenures makes a tenure of a lock
	 */
	public LockedBody(Function<HeldLock, TenureWork> tenures) {
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

	public boolean isGranted() {
		return this.lock != null;
	}

	public long token() {
		HeldLock lock = this.lock;
		return (lock != null) ? lock.fencingToken() : 0;
	}

	// Return whether the lock was held at the end of the body.
	public boolean isHeld() {
		return this.held;
	}

	/**
	 * What happens while the lock is held.
	 */
	public interface TenureWork {

		void run() throws IOException;

	}

}
