// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

/**
 * State and collaborators that all parts of one engine share.
 *
 * @param ticker the clock
 * @param tasks runs what has no thread of a user
 * @param settings defaults and bounds
 * @param store the provider
 * @param watchdog renews and notices ends
 * @param losses reports losses
 * @param messages exceptions for users
 * @param counters counts what happens
 * @param closing whether the engine has begun to shut down
 */
record Engine(Ticker ticker, EngineTasks tasks, LeaseSettings settings, ProviderCalls store, Watchdog watchdog,
		LossNotifier losses, LockExceptions messages, EngineCounters counters, Switch closing) {

	/**
	 * Turns on and off.
	 */
	static final class Switch {

		private volatile boolean on;

		boolean isOn() {
			return this.on;
		}

		void turnOn() {
			this.on = true;
		}

		void turnOff() {
			this.on = false;
		}

	}

}
