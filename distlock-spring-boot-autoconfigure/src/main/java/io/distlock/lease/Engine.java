package io.distlock.lease;

/**
 * The parts of one engine, as they know each other.
 *
 * @param store the provider
 * @param settings defaults and bounds
 * @param threads the threads
 * @param queues the queue of each key in use
 * @param watchdog renews and notices ends
 * @param messages what users are told
 * @param tally counts what happens
 * @param observing tells the observer of what happens
 * @param closing whether the engine has begun to shut down
 */
record Engine(Store store, LeaseSettings settings, EngineThreads threads, KeyQueues queues, Watchdog watchdog,
		Messages messages, Tally tally, Observing observing, Switch closing) {

	Losses losses() {
		return this.watchdog.losses();
	}

	/**
	 * Turns on once.
	 */
	static final class Switch {

		private volatile boolean on;

		boolean isOn() {
			return this.on;
		}

		void turnOn() {
			this.on = true;
		}

	}

}
