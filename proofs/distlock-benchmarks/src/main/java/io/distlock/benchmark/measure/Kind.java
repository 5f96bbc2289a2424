// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A kind of lock that several owners may hold at a time, and who has it.
 *
 * @param title what the tables call it
 * @param entries who takes part, distlock first
 */
public record Kind(String title, List<Entry> entries) {

	/**
	 * How many may hold a lock at a time where their number is limited.
	 */
	public static final int PERMITS = 3;

	/**
	 * One of so many calls writes where readers are among them.
	 */
	public static final int CALLS_PER_WRITE = 10;

	/**
	 * Decide by chance whether a call writes.
	 * @param calls one of so many does
	 */
	public static boolean writes(int calls) {
		return ThreadLocalRandom.current().nextInt(calls) == 0;
	}

	/**
	 * Return the names of those who take part, in their order.
	 */
	public List<String> names() {
		return this.entries.stream().map(Entry::name).toList();
	}

}
