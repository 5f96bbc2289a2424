/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
