// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

/**
 * Queue of polling nodes, as kept in the row of a lock. Times are in microseconds.
 *
 * @param token the last token of the holder's block
 * @param heldSince time since the grant of the block
 * @param usually the previous hold time of the lock, or less
 * @param waiting the number of polling nodes, or more; the position of a node that is
 * queued for notifications
 * @param markedFor remaining time for which the holder sees waiting nodes, not positive
 * if expired
 * @since 0.1.0
 */
public record QueueState(long token, long heldSince, long usually, long waiting, long markedFor) {

	/**
	 * Unknown state.
	 */
	public static final QueueState UNKNOWN = of(0);

	// Nothing else is known where nodes do not poll.
	public static QueueState of(long token) {
		return new QueueState(token, 0, 0, 0, 0);
	}

	public boolean isMarked() {
		return this.markedFor > 0;
	}

	/**
	 * Create the state of a node that is queued for notifications.
	 * @param token the last token
	 * @param place the position of the node, one for the first
	 * @return the state
	 */
	public static QueueState queued(long token, long place) {
		return new QueueState(token, 0, 0, place, 0);
	}

	public QueueState joined() {
		return new QueueState(this.token, this.heldSince, this.usually, isMarked() ? this.waiting + 1 : 1,
				this.markedFor);
	}

}
