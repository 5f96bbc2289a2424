// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.util.concurrent.locks.ReentrantLock;

import io.distlock.jdbc.queue.PostgresWakeUps;
import io.distlock.jdbc.queue.WakeUps;
import io.distlock.jdbc.sql.Platform;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * The wake-ups of whichever database it turns out to be.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 */
final class JdbcWakeUps implements AutoCloseable {

	private final ReentrantLock lock = new ReentrantLock();

	private final LockDatabase database;

	private volatile @Nullable WakeUps delegate;

	JdbcWakeUps(LockDatabase database) {
		this.database = database;
	}

	/**
	 * Begin to wake a waiter of a key.
	 * @param platform the database
	 * @param key the encoded key
	 * @param wakeUp what to call
	 */
	void add(Platform platform, String key, Runnable wakeUp) {
		of(platform).add(key, wakeUp);
	}

	void remove(String key, Runnable wakeUp) {
		WakeUps wakeUps = this.delegate;
		if (wakeUps != null) {
			wakeUps.remove(key, wakeUp);
		}
	}

	/**
	 * Return where this node hears that it is its turn.
	 * @return the address; zero if it hears nothing, and has to poll
	 */
	long node() {
		WakeUps wakeUps = this.delegate;
		return (wakeUps != null) ? wakeUps.node() : 0;
	}

	boolean isLive() {
		return node() != 0;
	}

	/**
	 * See to it that a lock does not stay free if the node that was woken does not come.
	 * @param platform the database
	 * @param key the encoded key
	 * @param lastToken the last token under which it was released
	 */
	void woken(Platform platform, String key, long lastToken) {
		of(platform).woken(key, lastToken);
	}

	@Override
	public void close() {
		WakeUps wakeUps = this.delegate;
		if (wakeUps != null) {
			wakeUps.close();
		}
	}

	private WakeUps of(Platform platform) {
		WakeUps wakeUps = this.delegate;
		return (wakeUps != null) ? wakeUps : create(platform);
	}

	private WakeUps create(Platform platform) {
		this.lock.lock();
		try {
			WakeUps wakeUps = this.delegate;
			if (wakeUps == null) {
				boolean listens = platform == Platform.POSTGRESQL
						&& ClassUtils.isPresent("org.postgresql.PGConnection", JdbcWakeUps.class.getClassLoader());
				wakeUps = listens ? new PostgresWakeUps(this.database, this.database.passing()) : WakeUps.NONE;
				this.delegate = wakeUps;
			}
			return wakeUps;
		}
		finally {
			this.lock.unlock();
		}
	}

}
