// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.register;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.Events;
import org.jspecify.annotations.Nullable;

/**
 * One number for each resource, which is read and written with a fencing token. A token
 * that is lower than one seen before is refused, be it for a read or a write.
 *
 * @since 0.1.0
 */
public final class GuardedRegister {

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Cell> cells = new HashMap<>();

	private @Nullable EventLog log;

	private long seq;

	/**
	 * Write down all attempts from now on.
	 * @param log where to
	 */
	public void record(EventLog log) {
		this.lock.lock();
		try {
			this.log = log;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return how many writes to a resource were accepted.
	 * @param resource its name
	 * @return the number
	 */
	public long writes(String resource) {
		this.lock.lock();
		try {
			return cell(resource).writes;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Decide on an attempt.
	 * @param attempt what is asked for
	 * @return the value after that, or {@code null} for a token that is out of date
	 */
	@Nullable Long decide(RegisterAttempt attempt) {
		this.lock.lock();
		try {
			Cell cell = cell(attempt.resource());
			boolean accepted = attempt.token() >= cell.fence;
			if (accepted) {
				cell.accept(attempt);
			}
			write(attempt, accepted, cell.value);
			return accepted ? cell.value : null;
		}
		finally {
			this.lock.unlock();
		}
	}

	private Cell cell(String resource) {
		return this.cells.computeIfAbsent(resource, (name) -> new Cell());
	}

	private void write(RegisterAttempt attempt, boolean accepted, long value) {
		this.seq++;
		if (this.log == null) {
			return;
		}
		String kind = (attempt.value() != null) ? Detail.WRITE : Detail.READ;
		Event event = Events.register(attempt.resource(), attempt.op(), attempt.token(), this.seq, kind, accepted,
				value);
		try {
			this.log.append(event.by(attempt.node(), Thread.currentThread().getName()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static final class Cell {

		private long fence;

		private long value;

		private long writes;

		void accept(RegisterAttempt attempt) {
			this.fence = attempt.token();
			Long written = attempt.value();
			if (written != null) {
				this.value = written;
				this.writes++;
			}
		}

	}

}
