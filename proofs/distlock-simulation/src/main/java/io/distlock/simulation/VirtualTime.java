// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Virtual clock. Events run in the order of their times, on several threads of which only
 * one is active at a time, so a seed always produces the same schedule. An event may
 * sleep: its thread waits, and another thread runs the events that are due meanwhile.
 *
 * @since 0.1.0
 */
public final class VirtualTime implements Ticker, AutoCloseable {

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private final Deque<Carrier> idle = new ArrayDeque<>();

	private long now = 1_000_000_000;

	private long end;

	private long number;

	private @Nullable Thread main;

	private volatile boolean quiet;

	private volatile boolean closed;

	private volatile @Nullable Throwable failure;

	@Override
	public long now() {
		return this.now;
	}

	/**
	 * Run an action later.
	 * @param nanos the delay
	 * @param action the action
	 * @return the event, which can be cancelled
	 */
	public Event in(long nanos, Runnable action) {
		return add(this.now + Math.max(0, nanos), action, null);
	}

	private Event add(long at, @Nullable Runnable action, @Nullable Carrier sleeper) {
		Event event = new Event(at, this.number++, action, sleeper);
		this.events.add(event);
		return event;
	}

	/**
	 * Let time pass within an event.
	 * @param nanos the duration
	 */
	public void sleep(long nanos) {
		Carrier carrier = (Carrier) Thread.currentThread();
		long until = this.now + Math.max(0, nanos);
		Event next = this.events.peek();
		if (until <= this.end && (next == null || next.at > until)) {
			this.now = until;
			return;
		}
		add(until, null, carrier);
		if (next != null && next.at <= this.end && next.sleeper != null) {
			this.events.remove();
			this.now = Math.max(this.now, next.at);
			next.sleeper.activate();
		}
		else {
			idleCarrier().activate();
		}
		carrier.park();
	}

	/**
	 * Run events.
	 * @param duration the time to run at most, in nanoseconds
	 * @return {@code true} if no events are left
	 */
	public boolean run(long duration) {
		this.end = this.now + duration;
		this.quiet = false;
		this.main = Thread.currentThread();
		idleCarrier().activate();
		while (!this.quiet) {
			LockSupport.park(this);
		}
		Throwable failure = this.failure;
		if (failure != null) {
			throw new AssertionError("An event failed", failure);
		}
		return this.events.isEmpty();
	}

	/**
	 * Return the number of events until now.
	 * @return the number
	 */
	public long count() {
		return this.number;
	}

	private Carrier idleCarrier() {
		Carrier carrier = this.idle.poll();
		if (carrier == null) {
			carrier = new Carrier();
			carrier.start();
		}
		return carrier;
	}

	/**
	 * Run events on the current carrier, until a sleeping carrier continues.
	 */
	private void drive(Carrier carrier) {
		while (true) {
			Event next = this.events.peek();
			if (next == null || next.at > this.end || this.failure != null) {
				this.idle.push(carrier);
				this.quiet = true;
				LockSupport.unpark(this.main);
				return;
			}
			this.events.remove();
			this.now = Math.max(this.now, next.at);
			if (next.sleeper != null) {
				this.idle.push(carrier);
				next.sleeper.activate();
				return;
			}
			next.run();
		}
	}

	/**
	 * End all threads. Sleeping threads are abandoned.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.idle.forEach(Carrier::activate);
	}

	/**
	 * Action, or sleeping thread, at a time.
	 */
	public static final class Event implements Comparable<Event>, EngineTasks.Timer {

		private final long at;

		private final long number;

		private final @Nullable Runnable action;

		private final @Nullable Carrier sleeper;

		private boolean cancelled;

		private Event(long at, long number, @Nullable Runnable action, @Nullable Carrier sleeper) {
			this.at = at;
			this.number = number;
			this.action = action;
			this.sleeper = sleeper;
		}

		private void run() {
			if (!this.cancelled && this.action != null) {
				this.action.run();
			}
		}

		@Override
		public void cancel() {
			this.cancelled = true;
		}

		@Override
		public int compareTo(Event other) {
			int order = Long.compare(this.at, other.at);
			return (order != 0) ? order : Long.compare(this.number, other.number);
		}

	}

	/**
	 * Thread that runs events while it is the active one.
	 */
	private final class Carrier extends Thread {

		private volatile boolean active;

		Carrier() {
			super("virtual-time");
			setDaemon(true);
		}

		void activate() {
			this.active = true;
			LockSupport.unpark(this);
		}

		void park() {
			while (!this.active) {
				LockSupport.park(this);
			}
			this.active = false;
		}

		@Override
		public void run() {
			park();
			while (!VirtualTime.this.closed) {
				try {
					drive(this);
				}
				catch (Throwable ex) {
					VirtualTime.this.failure = ex;
					continue;
				}
				park();
			}
		}

	}

}
