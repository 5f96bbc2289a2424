// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.Events;

/**
 * Notes how late a thread of this process is woken that asks for nothing but that. So it
 * is measured, and not guessed, what a busy machine adds to any time.
 */
final class Heartbeat {

	private static final long BEAT_MILLIS = 10;

	private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(100);

	/**
	 * What timers are late by anyway.
	 */
	private static final long LEAST = TimeUnit.MILLISECONDS.toNanos(5);

	private final EventLog log;

	private final Thread thread = new Thread(this::run, "heartbeat");

	private Heartbeat(EventLog log) {
		this.log = log;
	}

	static Heartbeat start(EventLog log) {
		Heartbeat heartbeat = new Heartbeat(log);
		heartbeat.thread.setDaemon(true);
		heartbeat.thread.start();
		return heartbeat;
	}

	void stop() throws InterruptedException {
		this.thread.interrupt();
		this.thread.join();
	}

	private void run() {
		try {
			while (true) {
				long late = latePeriod();
				if (late >= LEAST) {
					this.log.append(Events.stall(late));
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException ex) {
			NodeProcess.unexpected(ex);
		}
	}

	private static long latePeriod() throws InterruptedException {
		long late = 0;
		long begin = System.nanoTime();
		for (long now = begin; now - begin < PERIOD;) {
			long due = now + TimeUnit.MILLISECONDS.toNanos(BEAT_MILLIS);
			Thread.sleep(BEAT_MILLIS);
			now = System.nanoTime();
			late += Math.max(0, now - due);
		}
		return late;
	}

}
