// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

import io.distlock.internal.task.EngineTasks;

/**
 * The threads of a simulated node: a few for each kind of work, one for callbacks, which
 * users may keep busy. The whole node may stand still for a while.
 */
final class VirtualTasks implements EngineTasks {

	private static final int THREADS = 3;

	private static final long LONGEST_START = 200_000;

	private final Map<Kind, Queue<Runnable>> waiting = new EnumMap<>(Kind.class);

	private final Map<Kind, Integer> busy = new EnumMap<>(Kind.class);

	private final Deque<long[]> running = new ArrayDeque<>();

	private final VirtualTime time;

	private final RandomGenerator random;

	private long standsStillUntil;

	private boolean closed;

	VirtualTasks(VirtualTime time, RandomGenerator random) {
		this.time = time;
		this.random = random;
	}

	void standStill(long nanos) {
		this.standsStillUntil = this.time.now() + nanos;
	}

	/**
	 * Keep the thread of the running task busy after its end.
	 */
	void hang(long nanos) {
		if (!this.running.isEmpty()) {
			this.running.peek()[0] = nanos;
		}
	}

	@Override
	public Timer schedule(Runnable task, long delayNanos) {
		refuseIfClosed();
		return this.time.in(delayNanos, () -> whenAwake(task));
	}

	@Override
	public void run(Kind kind, Runnable task) {
		refuseIfClosed();
		this.time.in(this.random.nextLong(LONGEST_START), () -> whenAwake(() -> begin(kind, task)));
	}

	private void whenAwake(Runnable task) {
		long pause = this.standsStillUntil - this.time.now();
		if (pause > 0) {
			this.time.in(pause, task);
		}
		else {
			task.run();
		}
	}

	private void begin(Kind kind, Runnable task) {
		if (this.busy.getOrDefault(kind, 0) >= ((kind == Kind.CALLBACK) ? 1 : THREADS)) {
			this.waiting.computeIfAbsent(kind, (any) -> new ArrayDeque<>()).add(task);
			return;
		}
		this.busy.merge(kind, 1, Integer::sum);
		long[] hangs = { 0 };
		this.running.push(hangs);
		try {
			task.run();
		}
		finally {
			this.running.remove(hangs);
			this.time.in(hangs[0], () -> end(kind));
		}
	}

	private void end(Kind kind) {
		this.busy.merge(kind, -1, Integer::sum);
		Queue<Runnable> queue = this.waiting.get(kind);
		Runnable next = (queue != null) ? queue.poll() : null;
		if (next != null) {
			begin(kind, next);
		}
	}

	private void refuseIfClosed() {
		if (this.closed) {
			throw new RejectedExecutionException("closed");
		}
	}

	@Override
	public void close() {
		this.closed = true;
	}

}
