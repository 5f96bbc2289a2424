// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import java.util.List;

import io.distlock.testserver.relay.FaultyRelay;

/**
 * A store whose servers end the session of a client with all that it holds.
 *
 * @since 0.1.0
 */
public interface SessionStore extends Store {

	/**
	 * A client that keeps a session waits for up to a second before it connects again,
	 * which may be longer than it trusts its session.
	 */
	@Override
	default boolean reconnectsAtOnce() {
		return false;
	}

	/**
	 * End all sessions of a node.
	 * @param relays its relays, which its sessions lead through
	 * @throws Exception if the servers do not
	 */
	void expireSessions(List<FaultyRelay> relays) throws Exception;

}
