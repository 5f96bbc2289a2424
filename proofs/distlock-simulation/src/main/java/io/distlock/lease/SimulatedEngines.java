// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.function.Consumer;

import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.Ticker;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.LockProvider;

/**
 * Creates engines with a simulated clock and simulated threads.
 *
 * @since 0.1.0
 */
public final class SimulatedEngines {

	private SimulatedEngines() {
	}

	/**
	 * Create an engine.
	 * @param provider the store
	 * @param settings the settings
	 * @param losses is told of each loss
	 * @param ticker the clock of the node
	 * @param tasks the threads of the node
	 * @return the engine
	 */
	public static LeaseLockEngine create(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> losses,
			Ticker ticker, EngineTasks tasks) {
		return new LeaseLockEngine(provider, settings, losses, ticker, tasks, 1);
	}

}
