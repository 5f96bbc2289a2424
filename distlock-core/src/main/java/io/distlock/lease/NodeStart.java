// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Time when an engine was created, by the clock of its node: the order of what nodes have
 * configured. A clock that is wrong costs that order, and breaks no promise.
 *
 * @param micros the time, in microseconds
 */
record NodeStart(long micros) {

	static NodeStart now() {
		return new NodeStart(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
	}

}
