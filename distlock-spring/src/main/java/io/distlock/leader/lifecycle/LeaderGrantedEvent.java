// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader.lifecycle;

/**
 * Published as an application event when this node begins to lead a role, by the thread
 * that notifies the listeners. A listener that fails lets another node lead.
 *
 * @param role the role
 * @param term the number of the term, to fence writes with
 * @since 0.1.0
 */
public record LeaderGrantedEvent(String role, long term) {

}
