// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.service;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;

/**
 * Callers that try again and again to acquire locks, each one its own.
 */
final class Probes implements AutoCloseable {

	private static final int CALLERS = 3;

	private static final int KEYS = 20;

	private static final long PAUSE_MILLIS = 20;

	private final AtomicLong[] served = IntStream.range(0, CALLERS)
		.mapToObj((caller) -> new AtomicLong())
		.toArray(AtomicLong[]::new);

	private final List<Thread> callers;

	private final LockTemplate template;

	private volatile boolean closed;

	Probes(LockTemplate template) {
		this.template = template;
		this.callers = IntStream.range(0, CALLERS).mapToObj(this::newCaller).toList();
		this.callers.forEach(Thread::start);
	}

	private Thread newCaller(int number) {
		Thread thread = new Thread(() -> call(number), "probe-" + number);
		thread.setDaemon(true);
		return thread;
	}

	private void call(int number) {
		for (int attempt = 0; !this.closed; attempt++) {
			long start = System.nanoTime();
			try {
				this.template
					.tryAcquire(LockRequest.of("probe-%d-%d".formatted(number, attempt % KEYS)).waitTime(Duration.ZERO))
					.ifPresent(HeldLock::release);
				this.served[number].set(start);
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
			}
			catch (LockProviderException ex) {
				// No service: the next attempt follows at once.
			}
			catch (InterruptedException ex) {
				return;
			}
		}
	}

	void awaitService(Duration limit) throws InterruptedException {
		if (awaitService(System.nanoTime(), limit).compareTo(limit) >= 0) {
			throw new IllegalStateException("There is no service before the fault");
		}
	}

	/**
	 * Wait until each caller had an attempt answered that began after a time.
	 * @return how long after that time the last one of these attempts began, the limit if
	 * there was none within it
	 */
	Duration awaitService(long from, Duration limit) throws InterruptedException {
		while (System.nanoTime() - from < limit.toNanos()) {
			long last = 0;
			boolean all = true;
			for (AtomicLong caller : this.served) {
				long since = caller.get() - from;
				all &= since > 0;
				last = Math.max(last, since);
			}
			if (all) {
				return Duration.ofNanos(last);
			}
			TimeUnit.MILLISECONDS.sleep(1);
		}
		return limit;
	}

	@Override
	public void close() {
		this.closed = true;
		this.callers.forEach(Thread::interrupt);
	}

}
