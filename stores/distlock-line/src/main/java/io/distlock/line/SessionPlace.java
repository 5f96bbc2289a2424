// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;

import io.distlock.line.internal.Place;

/**
 * Queue entry bound to a session.
 *
 * @param path the name
 * @param transaction the number of the creating transaction, zero before the creation
 * @param session the session
 * @param attempt the unique attempt that uses the name
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
