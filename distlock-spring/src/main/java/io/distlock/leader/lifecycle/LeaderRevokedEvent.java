// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader.lifecycle;

import io.distlock.leader.RevocationReason;

/**
 * Published as an application event when this node does not lead a role any more: once
 * for each {@link LeaderGrantedEvent}, and before the role is released, unless its lease
 * was lost.
 *
 * @param role the role
 * @param term the number of the term that ended
 * @param reason why it ended
 * @since 0.1.0
 */
public record LeaderRevokedEvent(String role, long term, RevocationReason reason) {

}
