// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.Ticker;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Node of the cluster: its clock, its threads and its network. A node may pause, lose its
 * network, and die.
 */
final class Node implements Ticker, EngineTasks {

	private static final long MICRO = 1000;

	private static final long MILLI = 1000 * MICRO;

	/**
	 * Time after which a client gives up a request.
	 */
	private static final long TIMEOUT = 3000 * MILLI;

	private static final long LONGEST_START = 50 * MICRO;

	private final VirtualTime time;

	private final RandomGenerator random;

	private final Requests requests;

	private final int number;

	/**
	 * Deviation of the clock.
	 */
	private final long driftPpm;

	/**
	 * Of a thousand requests, the number that fail.
	 */
	private int failing;

	private long cutUntil;

	private long silentUntil;

	private long pausedUntil;

	private boolean dead;

	private boolean closed;

	Node(int number, VirtualTime time, RandomGenerator random, Requests requests) {
		this.number = number;
		this.time = time;
		this.random = random;
		this.requests = requests;
		this.driftPpm = random.nextLong(-100, 101);
	}

	int number() {
		return this.number;
	}

	String name() {
		return "node-" + this.number;
	}

	@Override
	public long now() {
		long now = this.time.now();
		return now + now / 1_000_000 * this.driftPpm;
	}

	/**
	 * Let a part of the requests fail.
	 */
	void fail(int ofThousand) {
		this.failing = ofThousand;
	}

	/**
	 * Refuse connections for a time.
	 */
	void cut(long nanos) {
		this.cutUntil = this.time.now() + nanos;
	}

	/**
	 * Answer no request for a time.
	 */
	void silence(long nanos) {
		this.silentUntil = this.time.now() + nanos;
	}

	/**
	 * Stop all threads for a time.
	 */
	void pause(long nanos) {
		this.pausedUntil = this.time.now() + nanos;
	}

	/**
	 * End this node without a word.
	 */
	void die() {
		this.dead = true;
	}

	boolean isDead() {
		return this.dead;
	}

	/**
	 * Send a request to the store, and wait for the answer.
	 * @param <T> the type of the answer
	 * @param purpose the purpose of the request
	 * @param request the effect in the store
	 * @return the answer
	 */
	<T> T call(Requests.Purpose purpose, Step<T> request) {
		sleep(delay());
		if (this.time.now() < this.cutUntil) {
			throw new LockStoreException("The connection was refused", Outcome.TRANSIENT, null);
		}
		this.requests.add(purpose);
		boolean silent = this.time.now() < this.silentUntil;
		if (!silent && (this.failing == 0 || this.random.nextInt(1000) >= this.failing)) {
			T answer = request.execute();
			sleep(delay());
			return answer;
		}
		Runnable effect = request::execute;
		return switch (this.random.nextInt(silent ? 3 : 4)) {
			case 0 -> throw unanswered();
			case 1 -> {
				effect.run();
				throw unanswered();
			}
			case 2 -> {
				this.time.in(this.random.nextLong(2 * TIMEOUT), effect);
				throw unanswered();
			}
			default -> {
				effect.run();
				sleep(delay());
				T again = request.execute();
				sleep(delay());
				yield again;
			}
		};
	}

	private LockStoreException unanswered() {
		sleep(TIMEOUT);
		return new LockStoreException("No response, so it may have taken effect", Outcome.UNKNOWN, null);
	}

	/**
	 * Return the time of a message in one direction.
	 */
	long delay() {
		return this.random.nextLong(100 * MICRO, 400 * MICRO);
	}

	/**
	 * Let time pass on a thread of this node.
	 */
	void sleep(long nanos) {
		this.time.sleep(nanos);
		if (this.pausedUntil > this.time.now()) {
			this.time.sleep(this.pausedUntil - this.time.now());
		}
		if (this.dead) {
			throw new LockStoreException("The node is dead", Outcome.UNKNOWN, null);
		}
	}

	/**
	 * Deliver a notification of the store to this node.
	 */
	void notify(Runnable listener) {
		boolean lost = this.time.now() < Math.max(this.cutUntil, this.silentUntil)
				|| this.failing > 0 && this.random.nextInt(1000) < this.failing;
		if (!lost) {
			this.time.in(delay(), () -> whenAwake(listener));
		}
	}

	@Override
	public VirtualTime.Event schedule(Runnable task, long delayNanos) {
		refuseIfClosed();
		return this.time.in(delayNanos, () -> whenAwake(task));
	}

	@Override
	public void run(Kind kind, Runnable task) {
		refuseIfClosed();
		this.time.in(this.random.nextLong(LONGEST_START), () -> whenAwake(task));
	}

	private void whenAwake(Runnable task) {
		if (this.dead) {
			return;
		}
		if (this.pausedUntil > this.time.now()) {
			this.time.in(this.pausedUntil - this.time.now(), () -> whenAwake(task));
		}
		else {
			task.run();
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

	/**
	 * Effect of a request, as one atomic step of the store.
	 *
	 * @param <T> the type of the answer
	 */
	@FunctionalInterface
	interface Step<T> {

		/**
		 * Execute the request.
		 * @return the answer
		 */
		T execute();

	}

}
