// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader.lifecycle;

/**
 * Application event published when this node becomes the leader of a role, on the thread
 * that notifies listeners. If a listener fails, the node steps down.
 *
 * @param role the role
 * @param term the number of the term, used as a fencing token
 * @since 0.1.0
 */
public record LeaderGrantedEvent(String role, long term) {

}
