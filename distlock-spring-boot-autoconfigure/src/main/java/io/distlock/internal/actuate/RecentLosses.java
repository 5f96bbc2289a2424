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
 * Last locks that this node lost or was requested to end.
 */
final class RecentLosses {

	private static final int MAX_LOSSES = 100;

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
		if (this.losses.size() == MAX_LOSSES) {
			this.losses.removeLast();
		}
		this.losses.addFirst(loss);
	}

	/**
	 * Return the losses, latest first.
	 */
	synchronized List<LossDescriptor> all() {
		return List.copyOf(this.losses);
	}

	/**
	 * Lost or ended lock.
	 *
	 * @param at the time of the detection by this node's clock
	 * @param kind lost, or ended by an operator
	 * @param key the key, as given by the application
	 * @param mode the mode; {@code null} for a lost lock
	 * @param fencingToken the token of the hold; for an ended lock, the last token that
	 * its holder may have used
	 * @param provider the name of the provider, such as {@code jdbc}
	 * @param heldFor the duration of the hold; {@code null} for an ended lock
	 * @param thread the holding thread, or {@code null}
	 * @param method the holding method, or {@code null}
	 * @param reason the reason for the loss; {@code null} for an ended lock
	 */
	public record LossDescriptor(Instant at, LossKind kind, String key, @Nullable LockMode mode, long fencingToken,
			String provider, @Nullable Duration heldFor, @Nullable String thread, @Nullable String method,
			@Nullable String reason) {

	}

	/**
	 * Kind of end of a lock before its release.
	 */
	public enum LossKind {

		/**
		 * This node lost its lock.
		 */
		LOST,

		/**
		 * This node was requested to end the lock of any node.
		 */
		FORCED

	}

}
