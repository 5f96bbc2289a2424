// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

/**
 * What a process noted of one hold. All times are of the monotonic clock, which all
 * processes of a machine share on Linux.
 *
 * @param node the number of the process
 * @param kind what it is
 * @param asked when it asked
 * @param since when it first trusted the hold
 * @param until when it last did: a moment at which {@code isHeld()} said so, or one
 * before that
 * @param token the fencing token
 */
record Noted(int node, Kind kind, long asked, long since, long until, long token) {

	boolean overlaps(Noted other) {
		return this.since <= other.until && other.since <= this.until;
	}

}
