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
 * State and collaborators that all parts of one engine share.
 */
final class Engine {

	final Ticker ticker;

	final EngineTasks tasks;

	final ResolvedRequest.Defaults defaults;

	/**
	 * The most hand-overs in a row.
	 */
	final int handOffs;

	/**
	 * The longest time since the store was asked, over all hand-overs in a row.
	 */
	final long handOffNanos;

	final ProviderCalls store;

	/**
	 * Number of leases that went from one local holder to another.
	 */
	final LongAdder handOvers = new LongAdder();

	final Watchdog watchdog;

	final LossNotifier losses;

	final LockExceptions messages;

	/**
	 * Whether the engine has begun to shut down.
	 */
	volatile boolean closing;

	Engine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener, Ticker ticker,
			EngineTasks tasks, long version) {
		this.ticker = ticker;
		this.tasks = tasks;
		this.defaults = settings.defaults(version);
		this.handOffs = settings.maxHandOffs();
		this.handOffNanos = Durations.of(settings.maxHandOffTime());
		this.store = new ProviderCalls(provider, tasks, ticker);
		this.watchdog = new Watchdog(this.store, tasks, ticker);
		this.losses = new LossNotifier(tasks, lossListener);
		this.messages = new LockExceptions(provider.name(), this.defaults);
	}

	/**
	 * Return the version of what an engine that is created now has configured: the time,
	 * in microseconds by the clock of its node. A clock that is wrong costs the order of
	 * engines, and breaks no promise.
	 */
	static long newVersion() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
	}

}
