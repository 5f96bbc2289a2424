// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * Store whose client may detect losses before a renewal does, for example by the end of a
 * session. Implemented by providers in addition to {@link LockProvider}. Reports are
 * optional: without a report, the loss is detected at the next renewal or at the end of
 * the lease.
 *
 * @since 0.1.0
 */
public interface LossSource {

	/**
	 * Add a listener for losses.
	 * @param listener receives the owners of locks that are certainly lost, on any
	 * thread; must return immediately
	 */
	void addLossListener(Consumer<Collection<LockOwner>> listener);

	/**
	 * Remove a listener for losses.
	 * @param listener the same instance that was added
	 */
	void removeLossListener(Consumer<Collection<LockOwner>> listener);

}
