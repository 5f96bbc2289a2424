// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.PriorityQueue;

import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.Ticker;

/**
 * A clock that goes from one event to the next, all on one thread. A call that takes time
 * sleeps, and what is due meanwhile happens within it.
 */
final class VirtualTime implements Ticker {

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private long now = 1_000_000_000;

	private long number;

	@Override
	public long now() {
		return this.now;
	}

	/**
	 * Let something happen later.
	 * @return the event, which can be called off
	 */
	Event in(long nanos, Runnable action) {
		Event event = new Event(this.now + Math.max(0, nanos), this.number++, action);
		this.events.add(event);
		return event;
	}

	void sleep(long nanos) {
		long end = this.now + nanos;
		while (!this.events.isEmpty() && this.events.peek().time <= end) {
			next();
		}
		this.now = Math.max(this.now, end);
	}

	/**
	 * Go on until nothing is due any more.
	 * @param latest the time at which to stop in any case
	 * @return whether nothing is due any more
	 */
	boolean runUntilQuiet(long latest) {
		while (!this.events.isEmpty() && this.now < latest) {
			next();
		}
		return this.events.isEmpty();
	}

	/**
	 * Return how many events there were.
	 */
	long count() {
		return this.number;
	}

	private void next() {
		Event event = this.events.remove();
		if (!event.cancelled) {
			this.now = Math.max(this.now, event.time);
			event.action.run();
		}
	}

	/**
	 * What happens at a time.
	 */
	static final class Event implements Comparable<Event>, EngineTasks.Timer {

		private final long time;

		private final long number;

		private final Runnable action;

		private boolean cancelled;

		private Event(long time, long number, Runnable action) {
			this.time = time;
			this.number = number;
			this.action = action;
		}

		@Override
		public void cancel() {
			this.cancelled = true;
		}

		@Override
		public int compareTo(Event other) {
			int order = Long.compare(this.time, other.time);
			return (order != 0) ? order : Long.compare(this.number, other.number);
		}

	}

}
