// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.distlock.LockLostException;
import io.distlock.OnLost;
import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.EngineTasks.Kind;
import io.distlock.monitor.LockLostEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Reports losses to the log, the thread of the owner, the callbacks of the holder, and
 * the listener of the engine, independently of each other.
 */
final class LossNotifier {

	private static final Logger logger = LoggerFactory.getLogger(LossNotifier.class);

	private final EngineTasks tasks;

	/**
	 * Total number of losses.
	 */
	final LongAdder count = new LongAdder();

	/**
	 * Number of lost locks whose owners have not left. An owner that never leaves a lost
	 * lock keeps the number above zero.
	 */
	final AtomicInteger open = new AtomicInteger();

	private final Consumer<LockLostEvent> listener;

	LossNotifier(EngineTasks tasks, Consumer<LockLostEvent> listener) {
		this.tasks = tasks;
		this.listener = listener;
	}

	/**
	 * Report a loss.
	 * @param event the loss
	 * @param onLost the requested reaction of the owner
	 * @param interrupt interrupts the owner, {@code null} unless requested
	 * @param callbacks the callbacks to notify
	 */
	void report(LockLostEvent event, OnLost onLost, @Nullable Runnable interrupt,
			List<Consumer<LockLostException>> callbacks) {
		LockLostException loss = event.reason();
		this.count.increment();
		if (interrupt != null) {
			run(Kind.INTERRUPT, interrupt);
		}
		logger.atLevel((onLost == OnLost.IGNORE) ? Level.INFO : Level.WARN).log(loss.getMessage());
		callbacks.forEach((callback) -> callBack(callback, loss));
		run(Kind.EVENT, () -> this.listener.accept(event));
	}

	void callBack(Consumer<LockLostException> callback, LockLostException loss) {
		run(Kind.CALLBACK, () -> callback.accept(loss));
	}

	private void run(Kind kind, Runnable task) {
		try {
			this.tasks.runPatiently(kind, () -> guarded(task));
		}
		catch (RejectedExecutionException ex) {
			guarded(task);
		}
	}

	private static void guarded(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException | Error ex) {
			logger.error("A callback for a lost lock failed", ex);
		}
	}

}
