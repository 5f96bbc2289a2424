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

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what an engine does.
 */
final class EngineCounters {

	private final LongAdder handOvers = new LongAdder();

	private final LongAdder renewals = new LongAdder();

	private final LongAdder failedRenewals = new LongAdder();

	private final LongAdder losses = new LongAdder();

	private final AtomicInteger lostLocks = new AtomicInteger();

	void handedOver() {
		this.handOvers.increment();
	}

	void renewed() {
		this.renewals.increment();
	}

	void notRenewed(int leases) {
		this.failedRenewals.add(leases);
	}

	/**
	 * A lock was lost before its owner has left it.
	 */
	void lockLost() {
		this.lostLocks.incrementAndGet();
	}

	void lostLockLeft() {
		this.lostLocks.decrementAndGet();
	}

	/**
	 * Return whether there may be a lock that is lost and that its owner has not left. An
	 * owner that never leaves one keeps this true.
	 */
	boolean hasLostLocks() {
		return this.lostLocks.get() > 0;
	}

	void lost() {
		this.losses.increment();
	}

	long handOvers() {
		return this.handOvers.sum();
	}

	long renewals() {
		return this.renewals.sum();
	}

	long failedRenewals() {
		return this.failedRenewals.sum();
	}

	long losses() {
		return this.losses.sum();
	}

}
