// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.queue;

/**
 * How a store lets nodes stand in line.
 *
 * @param fair whether the lock is kept for the node that was woken
 * @param seesGoneAtRelease whether a release passes over nodes that the server knows to
 * be gone; otherwise the releaser does, when it looks again
 * @param poll how long the head goes without asking, in milliseconds
 * @param pollsReserved whether a node polls when the time has passed for which the lock
 * is kept for another node
 * @param rarest by how much less often the last of a long queue asks
 * @since 0.1.0
 */
public record QueueTerms(boolean fair, boolean seesGoneAtRelease, long poll, boolean pollsReserved, int rarest) {

}
