// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

/**
 * The queue of polling nodes, as kept in the row of a lock. Times are in microseconds.
 *
 * @param token the last token of the holder's block
 * @param heldSince time since the block was granted
 * @param usually how long the lock was held before, or less
 * @param waiting number of nodes that poll, or more
 * @param markedFor for how long the holder still sees that there are some, not positive
 * if it does not
 * @since 0.1.0
 */
public record QueueState(long token, long heldSince, long usually, long waiting, long markedFor) {

	/**
	 * Nothing is known.
	 */
	public static final QueueState UNKNOWN = of(0);

	// Nothing else is known where nodes do not poll.
	public static QueueState of(long token) {
		return new QueueState(token, 0, 0, 0, 0);
	}

	public boolean isMarked() {
		return this.markedFor > 0;
	}

	public QueueState joined() {
		return new QueueState(this.token, this.heldSince, this.usually, isMarked() ? this.waiting + 1 : 1,
				this.markedFor);
	}

}
