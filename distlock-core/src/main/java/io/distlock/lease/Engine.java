// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

import io.distlock.LockLostEvent;
import io.distlock.provider.LockProvider;

/**
 * State and collaborators that all parts of one engine share.
 */
final class Engine {

	final Ticker ticker;

	final EngineTasks tasks;

	final LeaseSettings settings;

	final ProviderCalls store;

	final EngineCounters counters = new EngineCounters();

	final OwnerIds owners = new OwnerIds();

	final Watchdog watchdog;

	final LossNotifier losses;

	final LockExceptions messages;

	/**
	 * Time when this engine was created, in microseconds by the clock of its node: the
	 * order of what nodes have configured. A clock that is wrong costs that order, and
	 * breaks no promise.
	 */
	final long startedMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());

	/**
	 * Whether the engine has begun to shut down.
	 */
	volatile boolean closing;

	Engine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener, Ticker ticker,
			EngineTasks tasks) {
		this.ticker = ticker;
		this.tasks = tasks;
		this.settings = settings;
		this.store = new ProviderCalls(provider, new Withdrawals(provider, tasks, ticker));
		this.watchdog = new Watchdog(this.store, tasks, ticker, this.counters);
		this.losses = new LossNotifier(provider.name(), tasks, this.counters.losses, lossListener);
		this.messages = new LockExceptions(provider.name(), settings);
	}

}
