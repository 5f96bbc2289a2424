// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

/**
 * When a process, or a fault, began and ended.
 *
 * @param permits how many permits the process says there are
 * @param began the beginning, by the monotonic clock
 * @param ended the end
 */
record Lifetime(int permits, long began, long ended) {

	Lifetime endsAt(long time) {
		return new Lifetime(this.permits, this.began, time);
	}

	boolean includes(long time) {
		return this.began <= time && time <= this.ended;
	}

	boolean meets(Noted hold) {
		return this.began <= hold.since() && hold.asked() <= this.ended;
	}

}
