// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what an engine does.
 */
final class EngineCounters {

	final LongAdder handOvers = new LongAdder();

	final LongAdder renewals = new LongAdder();

	final LongAdder failedRenewals = new LongAdder();

	final LongAdder losses = new LongAdder();

	/**
	 * Number of locks that were lost and that their owners have not left. An owner that
	 * never leaves one keeps it above zero.
	 */
	final AtomicInteger lostLocks = new AtomicInteger();

}
