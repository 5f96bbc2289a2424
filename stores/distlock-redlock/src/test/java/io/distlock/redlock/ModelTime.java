// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.PriorityQueue;

/**
 * The true time of a schedule, in microseconds, and what happens when.
 */
final class ModelTime {

	static final long MILLI = 1000;

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private long now;

	private long count;

	long now() {
		return this.now;
	}

	long count() {
		return this.count;
	}

	void in(long micros, Runnable action) {
		this.events.add(new Event(this.now + micros, this.count++, action));
	}

	void runUntil(long end) {
		while (!this.events.isEmpty() && this.events.peek().at <= end) {
			Event event = this.events.remove();
			this.now = event.at;
			event.action.run();
		}
		this.now = end;
	}

	private record Event(long at, long number, Runnable action) implements Comparable<Event> {

		@Override
		public int compareTo(Event other) {
			return (this.at != other.at) ? Long.compare(this.at, other.at) : Long.compare(this.number, other.number);
		}

	}

}
