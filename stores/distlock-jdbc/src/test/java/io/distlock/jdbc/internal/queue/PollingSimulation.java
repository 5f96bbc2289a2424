// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.LongSupplier;

import io.distlock.jdbc.internal.sql.QueueState;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that poll for one lock, on virtual time in microseconds. Who releases it comes
 * back when another one has it. Counts attempts, and tells for how long the lock was
 * free.
 */
final class PollingSimulation {

	static final Duration LONGEST = Duration.ofSeconds(1);

	private static final long MARK = 2_000_000;

	private static final long ROUND_TRIP = 500;

	private final PriorityQueue<Node> polls = new PriorityQueue<>(Comparator.comparingLong((Node node) -> node.at));

	private final Random random;

	private final LongSupplier holds;

	private final double dies;

	private long now;

	private @Nullable Node holder;

	private @Nullable Node last;

	private long heldUntil;

	private long grantedAt;

	private long usually;

	private long waiting;

	private long markedUntil;

	private long attempts;

	private final List<Long> free = new ArrayList<>();

	/**
	 * Create a simulation.
	 * @param nodes how many nodes
	 * @param random the schedule
	 * @param holds how long each hold is
	 * @param dies how likely one who comes back dies while it waits
	 */
	PollingSimulation(int nodes, Random random, LongSupplier holds, double dies) {
		this.random = random;
		this.holds = holds;
		this.dies = dies;
		for (int i = 0; i < nodes; i++) {
			Node node = new Node();
			node.at = 200L * i;
			this.polls.add(node);
		}
	}

	/**
	 * Let time pass.
	 * @param length how much
	 */
	PollingSimulation run(Duration length) {
		long end = this.now + length.toNanos() / 1000;
		while (this.now < end && !this.polls.isEmpty()) {
			Node next = this.polls.poll();
			this.now = next.at;
			free();
			next.ask();
		}
		return this;
	}

	PollingSimulation forget() {
		this.attempts = 0;
		this.free.clear();
		return this;
	}

	long attempts() {
		return this.attempts;
	}

	/**
	 * Return for how long the lock was free each time.
	 */
	List<Long> freeTimes() {
		return this.free;
	}

	private void free() {
		if (this.holder != null && this.heldUntil <= this.now) {
			this.usually = Math.min(this.heldUntil - this.grantedAt, 2 * this.usually + 10_000);
			this.last = this.holder;
			this.holder = null;
		}
	}

	private final class Node {

		private final PollSchedule schedule = new PollSchedule(LONGEST, PollingSimulation.this.random::nextDouble);

		private boolean counted;

		private boolean came;

		private long at;

		private void ask() {
			PollingSimulation row = PollingSimulation.this;
			row.attempts++;
			if (row.holder == null) {
				take();
				return;
			}
			boolean first = !this.came;
			this.came = true;
			QueueState line = new QueueState(row.grantedAt, row.now - row.grantedAt, row.usually, row.waiting,
					row.markedUntil - row.now);
			if (first) {
				long wait = this.schedule.next(line.joined()).toNanos() / 1000;
				again(line.isMarked() ? wait : Math.min(wait, 8000));
				return;
			}
			if (!this.counted || !line.isMarked()) {
				line = line.joined();
				row.waiting = line.waiting();
				row.markedUntil = row.now + MARK;
				this.counted = true;
			}
			else if (line.markedFor() < MARK / 2) {
				row.markedUntil = row.now + MARK;
			}
			again(this.schedule.next(line).toNanos() / 1000);
		}

		private void again(long wait) {
			this.at = PollingSimulation.this.now + ROUND_TRIP + wait;
			PollingSimulation.this.polls.add(this);
		}

		private void take() {
			PollingSimulation row = PollingSimulation.this;
			if (row.last != null) {
				row.free.add(row.now - row.heldUntil);
			}
			long counted = this.counted ? 1 : 0;
			row.markedUntil = (row.waiting > counted) ? row.markedUntil : 0;
			row.waiting = Math.max(0, row.waiting - counted);
			this.counted = false;
			this.came = false;
			row.holder = this;
			row.grantedAt = row.now;
			row.heldUntil = row.now + row.holds.getAsLong();
			Node back = row.last;
			if (back != null && row.random.nextDouble() >= row.dies) {
				back.again(0);
			}
		}

	}

}
