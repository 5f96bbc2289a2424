// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import io.distlock.faults.history.EventLog;
import org.jspecify.annotations.Nullable;

/**
 * The log of the round, for jobs, which know nothing of rounds. A round waits for the
 * runs that have begun in it.
 */
final class NodeLog {

	private final ReadWriteLock lock = new ReentrantReadWriteLock();

	private @Nullable EventLog log;

	void begin(EventLog log) {
		set(log);
	}

	void end() {
		set(null);
	}

	private void set(@Nullable EventLog log) {
		this.lock.writeLock().lock();
		try {
			this.log = log;
		}
		finally {
			this.lock.writeLock().unlock();
		}
	}

	/**
	 * Do something that is written to the log of this round; nothing between rounds.
	 */
	void write(Action action) {
		this.lock.readLock().lock();
		try {
			if (this.log != null) {
				action.write(this.log);
			}
		}
		catch (IOException ex) {
			NodeProcess.unexpected(ex);
		}
		finally {
			this.lock.readLock().unlock();
		}
	}

	interface Action {

		void write(EventLog log) throws IOException;

	}

}
