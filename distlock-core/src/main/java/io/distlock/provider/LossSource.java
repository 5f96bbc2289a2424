// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * A store whose client may learn of losses before a renewal finds them, such as by the
 * end of a session. Implemented by providers in addition to {@link LockProvider}. Nothing
 * depends on a report: without one, a loss shows at the next renewal, or at the end of
 * the lease.
 *
 * @since 0.1.0
 */
public interface LossSource {

	/**
	 * Report losses from now on.
	 * @param listener accepts the owners of locks that are surely lost, from any thread;
	 * returns immediately
	 */
	void addLossListener(Consumer<Collection<LockOwner>> listener);

	/**
	 * Stop reporting losses.
	 * @param listener the listener, as it was added
	 */
	void removeLossListener(Consumer<Collection<LockOwner>> listener);

}
