// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.SplittableRandom;
import java.util.function.Consumer;

import io.distlock.internal.task.EngineTasks;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads of an engine, of which those that ask the store may be missing, or may
 * die or begin late.
 */
final class FragileTasks implements EngineTasks {

	private final VirtualTasks tasks;

	private Consumer<Runnable> requests;

	private @Nullable Kind running;

	FragileTasks(VirtualTime time) {
		this.tasks = new VirtualTasks(time, new SplittableRandom(1));
		this.requests = this::runRequest;
	}

	private void runRequest(Runnable task) {
		runAs(Kind.REQUEST, task);
	}

	private void runAs(Kind kind, Runnable task) {
		this.tasks.run(kind, () -> {
			Kind outer = this.running;
			this.running = kind;
			task.run();
			this.running = outer;
		});
	}

	/**
	 * Return what the running task does.
	 */
	@Nullable Kind running() {
		return this.running;
	}

	/**
	 * Do something else with tasks that ask the store.
	 */
	void requests(Consumer<Runnable> requests) {
		this.requests = requests;
	}

	void heal() {
		this.requests = this::runRequest;
	}

	/**
	 * Keep the thread of the running task busy after its end.
	 */
	void hang(long nanos) {
		this.tasks.hang(nanos);
	}

	@Override
	public Timer schedule(Runnable task, long delayNanos) {
		return this.tasks.schedule(task, delayNanos);
	}

	@Override
	public void run(Kind kind, Runnable task) {
		if (kind == Kind.REQUEST) {
			this.requests.accept(task);
		}
		else {
			runAs(kind, task);
		}
	}

	@Override
	public void close() {
		this.tasks.close();
	}

}
