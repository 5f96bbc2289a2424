// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.util.List;
import java.util.function.Predicate;

import io.distlock.LockMode;

/**
 * Determines how many of a line hold the lock: the first of them, or all who share it
 * before the first who does not, or as many as there are permits. That is what
 * {@link io.distlock.provider.HoldRules} say, for a store that keeps those who wait in
 * their order.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 *
 * @param <P> what stands for a place
 * @param shares whether one in line wants to share the lock
 * @since 0.1.0
 */
public record Front<P>(Predicate<P> shares) {

	/**
	 * Return how many hold the lock.
	 * @param line those who stand in line, in their order
	 * @param permits how many permits there are; zero for a lock
	 * @return the number, from the first on
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
	 * Return whether one who stands in line holds the lock.
	 * @param line those who stand in line, in their order
	 * @param position where it stands
	 * @param mode how it wants to hold the lock
	 * @param permits how many permits there are; zero for a lock
	 * @return whether it does
	 */
	public boolean holds(List<P> line, int position, LockMode mode, int permits) {
		return position == 0 || (mode != LockMode.EXCLUSIVE && position < size(line, permits));
	}

	/**
	 * Return for whom one waits that does not hold the lock.
	 * @param line those who stand in line, in their order
	 * @param position where it stands
	 * @param mode how it wants to hold the lock
	 * @return the one before it, or for one who shares the lock, the last before it who
	 * does not
	 */
	public P awaited(List<P> line, int position, LockMode mode) {
		int before = position - 1;
		while (mode == LockMode.SHARED && this.shares.test(line.get(before))) {
			before--;
		}
		return line.get(before);
	}

}
