// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * Locks that this node has released for a woken node, until the time to check for the
 * acquisition by the woken node. A later release of the same lock replaces an earlier
 * release.
 */
final class HandoffChecks {

	// How long a woken node may take to acquire the lock.
	private static final long CHECK_DELAY_NANOS = Duration.ofMillis(100).toNanos();

	// By then, waiters have polled on their own.
	private static final long POINTLESS_NANOS = Duration.ofSeconds(10).toNanos();

	private final ConcurrentMap<String, Long> latest = new ConcurrentHashMap<>();

	private final Queue<HandoffCheck> inOrder = new ConcurrentLinkedQueue<>();

	void add(String key, long lastToken, long now) {
		while (due(now - POINTLESS_NANOS) != null) {
			// It is forgotten.
		}
		this.latest.put(key, lastToken);
		this.inOrder.add(new HandoffCheck(key, lastToken, now + CHECK_DELAY_NANOS));
	}

	// Returns the last token under which a lock was released, zero if there is nothing to
	// check.
	long awaited(String key) {
		return this.latest.getOrDefault(key, 0L);
	}

	void remove(String key, long lastToken) {
		this.latest.remove(key, lastToken);
	}

	boolean isEmpty() {
		return this.inOrder.isEmpty();
	}

	// Takes the next one for which it is time, null if there is none.
	@Nullable HandoffCheck due(long now) {
		for (HandoffCheck next = this.inOrder.peek(); next != null && next.at - now <= 0; next = this.inOrder.peek()) {
			this.inOrder.remove(next);
			if (this.latest.remove(next.key, next.lastToken)) {
				return next;
			}
		}
		return null;
	}

	/**
	 * Lock to check.
	 *
	 * @param key the encoded key
	 * @param lastToken the last token before the release
	 * @param at time of the check in nanoseconds
	 */
	record HandoffCheck(String key, long lastToken, long at) {

		static HandoffCheck heard(String text) {
			int end = text.indexOf(' ');
			return new HandoffCheck(text.substring(end + 1), Long.parseLong(text.substring(0, end)), 0);
		}

	}

}
