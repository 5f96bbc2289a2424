// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.herd;

import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import io.distlock.benchmark.measure.HerdNode;

/**
 * A node and the thread on which it waits and holds.
 */
final class Member implements AutoCloseable {

	private static final long STACK_BYTES = 256 * 1024;

	private static final long REPEAT_MILLIS = 100;

	private final BlockingQueue<String> orders = new LinkedBlockingQueue<>();

	private final Semaphore toRelease = new Semaphore(0);

	private final AtomicInteger busy = new AtomicInteger();

	private final HerdNode node;

	private final Queue<Member> grants;

	private final LongAdder failures;

	private final Thread thread;

	private volatile long grantedAt;

	private volatile long releasedFrom;

	private volatile boolean closed;

	/**
	 * Create a member.
	 * @param node its node
	 * @param grants where it tells that it has the lock
	 * @param failures counts what was thrown while it waited
	 */
	Member(HerdNode node, Queue<Member> grants, LongAdder failures) {
		this.node = node;
		this.grants = grants;
		this.failures = failures;
		this.thread = new Thread(null, this::run, "herd", STACK_BYTES);
		this.thread.setDaemon(true);
		this.thread.start();
	}

	/**
	 * Wait for a key, hold it until told otherwise, and release it.
	 */
	void waitFor(String key) {
		this.busy.incrementAndGet();
		this.orders.add(key);
	}

	void release() {
		this.toRelease.release();
	}

	/**
	 * Wait no more.
	 */
	void interrupt() {
		if (isBusy()) {
			this.toRelease.release();
			this.thread.interrupt();
		}
	}

	boolean isBusy() {
		return this.busy.get() > 0;
	}

	long grantedAt() {
		return this.grantedAt;
	}

	long releasedFrom() {
		return this.releasedFrom;
	}

	private void run() {
		while (!this.closed) {
			try {
				String key = this.orders.take();
				try {
					obey(key);
				}
				finally {
					this.busy.decrementAndGet();
				}
			}
			catch (InterruptedException ex) {
				// The order is over.
			}
		}
	}

	private void obey(String key) throws InterruptedException {
		this.toRelease.drainPermits();
		while (!this.closed) {
			try {
				hold(this.node.lock(key));
				return;
			}
			catch (InterruptedException ex) {
				throw ex;
			}
			catch (Exception ex) {
				this.failures.increment();
				Thread.sleep(REPEAT_MILLIS);
			}
		}
	}

	private void hold(AutoCloseable held) throws Exception {
		this.grantedAt = System.nanoTime();
		this.grants.add(this);
		this.toRelease.acquireUninterruptibly();
		this.releasedFrom = System.nanoTime();
		held.close();
	}

	/**
	 * End, also where the store does not answer.
	 */
	@Override
	public void close() throws Exception {
		this.closed = true;
		this.thread.interrupt();
		this.node.close();
	}

}
