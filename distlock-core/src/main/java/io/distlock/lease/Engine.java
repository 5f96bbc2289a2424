/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.lease;

/**
 * What all parts of one engine share.
 *
 * @param ticker the clock
 * @param tasks runs what has no thread of a user
 * @param settings defaults and bounds
 * @param store the provider
 * @param watchdog renews and notices ends
 * @param losses tells of losses
 * @param messages what users are told
 * @param counters counts what happens
 * @param closing whether the engine has begun to shut down
 */
record Engine(Ticker ticker, EngineTasks tasks, LeaseSettings settings, ProviderCalls store, Watchdog watchdog,
		LossNotifier losses, LockExceptions messages, EngineCounters counters, Switch closing) {

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
