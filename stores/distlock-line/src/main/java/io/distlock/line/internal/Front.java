// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.util.List;
import java.util.function.Predicate;

import io.distlock.LockMode;

/**
 * Determines the holders among queue entries: the first entry, all shared entries before
 * the first exclusive entry, or as many entries as there are permits. Implements
 * {@link io.distlock.provider.HoldRules} for stores with ordered queues.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 *
 * @param <P> the type of an entry
 * @param shares tests for an entry of a shared lock
 * @since 0.1.0
 */
public record Front<P>(Predicate<P> shares) {

	/**
	 * Return the number of holders.
	 * @param line the queue entries, in order
	 * @param permits the number of permits, zero for a lock
	 * @return the number, counted from the first entry
	 */
	public int size(List<P> line, int permits) {
		if (permits > 0) {
			return Math.min(permits, line.size());
		}
		int readers = 0;
		while (readers < line.size() && this.shares.test(line.get(readers))) {
			readers++;
		}
		return (readers > 0) ? readers : Math.min(1, line.size());
	}

	/**
	 * Return whether an entry holds the lock.
	 * @param line the queue entries, in order
	 * @param position the position of the entry
	 * @param mode the mode of the entry
	 * @param permits the number of permits, zero for a lock
	 * @return {@code true} if the entry holds the lock
	 */
	public boolean holds(List<P> line, int position, LockMode mode, int permits) {
		return position == 0 || (mode != LockMode.EXCLUSIVE && position < size(line, permits));
	}

	/**
	 * Return the entry for which a waiting entry waits.
	 * @param line the queue entries, in order
	 * @param position the position of the waiting entry
	 * @param mode the mode of the waiting entry
	 * @return the previous entry; for a shared lock, the last exclusive entry before the
	 * position
	 */
	public P awaited(List<P> line, int position, LockMode mode) {
		int before = position - 1;
		while (mode == LockMode.SHARED && this.shares.test(line.get(before))) {
			before--;
		}
		return line.get(before);
	}

}
