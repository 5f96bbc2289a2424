// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.autoconfigure.internal.LockProviders;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.lease.LeaseLockEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Waits for the holders of locks when the application stops: after web servers and
 * schedulers have stopped, and before the connections to the store are closed. The total
 * time is one phase, counted from the start of the shutdown.
 */
final class DistlockLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

	static final int PHASE = Integer.MAX_VALUE / 2 - 1024;

	private static final Logger logger = LoggerFactory.getLogger(DistlockLifecycle.class);

	private final LockProviders providers;

	private final StartupReport report;

	private final ShutdownGrace grace;

	private final ApplicationContext context;

	private final AtomicBoolean unused = new AtomicBoolean();

	private volatile boolean running;

	DistlockLifecycle(LockProviders providers, StartupReport report, ShutdownGrace grace, ApplicationContext context) {
		this.providers = providers;
		this.report = report;
		this.context = context;
		this.grace = grace;
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			this.grace.begin();
		}
	}

	@Override
	public void start() {
		this.grace.reset();
		this.running = true;
		report();
		if (this.providers.all().isEmpty() && this.unused.compareAndSet(false, true)) {
			this.providers.forEach((name, engine) -> reportFirstUse());
		}
	}

	private void reportFirstUse() {
		if (this.unused.compareAndSet(true, false)) {
			report();
		}
	}

	private void report() {
		logger.info(this.report.line());
		String warning = this.report.warning();
		if (warning != null) {
			logger.warn(warning);
		}
	}

	@Override
	public void stop() {
		CompletableFuture<Void> drained = new CompletableFuture<>();
		stop(() -> drained.complete(null));
		drained.join();
	}

	@Override
	public void stop(Runnable callback) {
		this.running = false;
		Thread caller = Thread.currentThread();
		Duration left = this.grace.left();
		CompletableFuture<?>[] drains = this.providers.all()
			.stream()
			.map((engine) -> drain(engine, left, caller))
			.toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(drains).whenComplete((done, failure) -> callback.run());
	}

	private CompletableFuture<Void> drain(LeaseLockEngine engine, Duration left, Thread caller) {
		return CompletableFuture.runAsync(() -> engine.shutdown(left, caller),
				(task) -> DaemonThreads.start("distlock-shutdown", task));
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * Return {@code false}: a paused context keeps its locks, and a pause must not wait
	 * for their holders.
	 */
	@Override
	public boolean isPauseable() {
		return false;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
