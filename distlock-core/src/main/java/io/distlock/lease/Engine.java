// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.distlock.internal.task.Durations;
import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.Ticker;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.LockProvider;

/**
 * State and collaborators shared by all parts of an engine.
 */
final class Engine {

	final Ticker ticker;

	final EngineTasks tasks;

	final ResolvedRequest.Defaults defaults;

	/**
	 * Maximum number of consecutive hand-overs.
	 */
	final int handOffs;

	/**
	 * Maximum time since the last store request, over consecutive hand-overs.
	 */
	final long handOffNanos;

	final ProviderCalls store;

	final Withdrawals withdrawals;

	/**
	 * Number of leases handed over from one local holder to another.
	 */
	final LongAdder handOvers = new LongAdder();

	final Watchdog watchdog;

	final LossNotifier losses;

	final LockExceptions messages;

	/**
	 * Set when the shutdown of the engine begins.
	 */
	volatile boolean closing;

	Engine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener, Ticker ticker,
			EngineTasks tasks, long version) {
		this.ticker = ticker;
		this.tasks = tasks;
		this.defaults = settings.defaults(version);
		this.handOffs = settings.maxHandOffs();
		this.handOffNanos = Durations.of(settings.maxHandOffTime());
		this.store = new ProviderCalls(provider);
		this.withdrawals = new Withdrawals(this.store, tasks, ticker);
		this.watchdog = new Watchdog(this.store, tasks, ticker);
		this.losses = new LossNotifier(tasks, lossListener);
		this.messages = new LockExceptions(provider.name(), this.defaults);
	}

	/**
	 * Return the version of the configuration of an engine created now: the current time
	 * in microseconds, by the clock of the node. A wrong clock changes the order of
	 * engines only; no guarantee depends on this order.
	 */
	static long newVersion() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
	}

}
