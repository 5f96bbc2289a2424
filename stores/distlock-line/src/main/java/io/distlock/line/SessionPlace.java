// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;

import io.distlock.line.internal.Place;

/**
 * A place in line that belongs to a session.
 *
 * @param path its name
 * @param transaction what the store counts with it, zero if it was not made yet
 * @param session the session that it belongs to
 * @param attempt the attempt that took the name, which no other attempt has
 */
record SessionPlace(String path, long transaction, Session session, String attempt) implements Place {

	SessionPlace madeBy(long transaction) {
		return new SessionPlace(this.path, transaction, this.session, this.attempt);
	}

	@Override
	public Duration trustLeft() {
		return this.session.trustLeft();
	}

	@Override
	public boolean isOver() {
		return this.session.isOver();
	}

}
