// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.distlock.LockMode;
import io.distlock.monitor.LockForceReleasedEvent;
import io.distlock.monitor.LockLostEvent;
import org.jspecify.annotations.Nullable;

/**
 * The last locks that this node lost, and that it was asked to end.
 */
final class RecentLosses {

	private static final int MOST = 100;

	private final Deque<LossDescriptor> losses = new ArrayDeque<>();

	private final InstantSource clock;

	RecentLosses(InstantSource clock) {
		this.clock = clock;
	}

	void add(LockLostEvent event) {
		add(new LossDescriptor(now(), LossKind.LOST, event.key(), null, event.fencingToken(), event.provider(),
				event.heldFor().truncatedTo(ChronoUnit.MILLIS), event.thread(), event.method(),
				event.reason().getMessage()));
	}

	void add(LockForceReleasedEvent event) {
		add(new LossDescriptor(now(), LossKind.FORCED, event.key(), event.mode(), event.lastToken(), event.provider(),
				null, null, null, null));
	}

	private Instant now() {
		return this.clock.instant().truncatedTo(ChronoUnit.MILLIS);
	}

	private synchronized void add(LossDescriptor loss) {
		if (this.losses.size() == MOST) {
			this.losses.removeLast();
		}
		this.losses.addFirst(loss);
	}

	/**
	 * Return the losses, the latest first.
	 */
	synchronized List<LossDescriptor> all() {
		return List.copyOf(this.losses);
	}

	/**
	 * A lock that was lost or ended.
	 *
	 * @param at when this node learned of it, by its clock
	 * @param kind whether the lock was lost, or ended by an operator
	 * @param key the key, as the application gave it
	 * @param mode how it was held; {@code null} for one that was lost
	 * @param fencingToken the token of the hold; of one that was ended, the last that its
	 * holder may have used
	 * @param provider the name of the provider, such as {@code jdbc}
	 * @param heldFor how long it was held; {@code null} for one that was ended
	 * @param thread the thread that held it, or {@code null}
	 * @param method the method that held it, or {@code null}
	 * @param reason why it was lost; {@code null} for one that was ended
	 */
	public record LossDescriptor(Instant at, LossKind kind, String key, @Nullable LockMode mode, long fencingToken,
			String provider, @Nullable Duration heldFor, @Nullable String thread, @Nullable String method,
			@Nullable String reason) {

	}

	/**
	 * How a lock ended before its release.
	 */
	public enum LossKind {

		/**
		 * This node held the lock, and lost it.
		 */
		LOST,

		/**
		 * This node was asked to end the lock, whichever node held it.
		 */
		FORCED

	}

}
