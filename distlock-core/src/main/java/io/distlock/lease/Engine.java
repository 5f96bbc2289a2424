// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.function.Consumer;

import io.distlock.LockLostEvent;
import io.distlock.provider.LockProvider;

/**
 * State and collaborators that all parts of one engine share.
 */
final class Engine {

	final Ticker ticker;

	final EngineTasks tasks;

	final RequestDefaults defaults;

	final LeaseSettings.HandOff handOff;

	final ProviderCalls store;

	final EngineCounters counters = new EngineCounters();

	final OwnerIds owners = new OwnerIds();

	final Watchdog watchdog;

	final LossNotifier losses;

	final LockExceptions messages;

	/**
	 * Whether the engine has begun to shut down.
	 */
	volatile boolean closing;

	Engine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener, Ticker ticker,
			EngineTasks tasks) {
		this.ticker = ticker;
		this.tasks = tasks;
		this.defaults = new RequestDefaults(settings);
		this.handOff = settings.handOff();
		this.store = new ProviderCalls(provider, new Withdrawals(provider, tasks, ticker));
		this.watchdog = new Watchdog(this.store, tasks, ticker, this.counters);
		this.losses = new LossNotifier(provider.name(), tasks, this.counters.losses, lossListener);
		this.messages = new LockExceptions(provider.name(), this.defaults);
	}

}
