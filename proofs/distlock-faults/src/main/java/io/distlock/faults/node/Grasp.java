// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Has one of those who are granted a lock hold on to it.
 */
final class Grasp {

	private final AtomicReference<Duration> wanted;

	private final Runnable taken;

	/**
	 * Have a grant said to the parent, once that is expected.
	 */
	Grasp() {
		this(Duration.ZERO, () -> NodeProcess.say(NodeProcess.GRASPED));
	}

	private Grasp(Duration time, Runnable taken) {
		this.wanted = new AtomicReference<>(time);
		this.taken = taken;
	}

	/**
	 * Return what the next grant is to be held for, with nothing said.
	 */
	static Grasp of(Duration time) {
		return new Grasp(time, () -> {
		});
	}

	/**
	 * Have the next one do so.
	 * @param time for how long at least
	 */
	void expect(Duration time) {
		this.wanted.set(time);
	}

	/**
	 * Called by each one who was granted a lock just now.
	 * @return for how long to hold it at least
	 */
	long take() {
		Duration time = this.wanted.getAndSet(Duration.ZERO);
		if (!time.isZero()) {
			this.taken.run();
		}
		return time.toNanos();
	}

}
