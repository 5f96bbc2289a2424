// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

/**
 * A clock that runs a little too fast or too slow.
 *
 * @param time the true time
 * @param offset what it shows at the beginning, in microseconds
 * @param drift how much it gains, in millionths
 */
record ModelClock(ModelTime time, long offset, long drift) {

	long now() {
		return this.offset + this.time.now() + this.time.now() / 1000 * this.drift / 1000;
	}

}
