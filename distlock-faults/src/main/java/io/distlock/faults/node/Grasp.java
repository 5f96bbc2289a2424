package io.distlock.faults.node;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Has one of those who are granted a lock say so, and hold on to it.
 */
final class Grasp {

	private final AtomicReference<Duration> wanted = new AtomicReference<>(Duration.ZERO);

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
			NodeProcess.say(NodeProcess.GRASPED);
		}
		return time.toNanos();
	}

}
