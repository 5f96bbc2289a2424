// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader.lifecycle;

import io.distlock.leader.RevocationReason;

/**
 * Application event published when this node is no longer the leader of a role: once for
 * each {@link LeaderGrantedEvent}, and before the role is released unless the lease was
 * lost.
 *
 * @param role the role
 * @param term the number of the ended term
 * @param reason the reason for the end
 * @since 0.1.0
 */
public record LeaderRevokedEvent(String role, long term, RevocationReason reason) {

}
