// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * A store whose client may learn that locks are lost before a renewal asks for them, such
 * as by the end of a session. Implemented by providers beside {@link LockProvider}.
 * Nothing depends on a report: without one, a loss shows at the next renewal, or at the
 * end of the lease.
 *
 * @since 0.1.0
 */
public interface LossSource {

	/**
	 * Tell of losses from now on.
	 * @param listener told whose locks are surely lost, from any thread; returns at once
	 */
	void addLossListener(Consumer<Collection<LockOwner>> listener);

	/**
	 * Tell of losses no longer.
	 * @param listener the listener, as it was added
	 */
	void removeLossListener(Consumer<Collection<LockOwner>> listener);

}
