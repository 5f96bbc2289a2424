package io.distlock.jdbc;

import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * The wake-ups of whichever database it turns out to be.
 */
final class JdbcWakeUps implements AutoCloseable {

	private final ReentrantLock lock = new ReentrantLock();

	private final LockDatabase database;

	private volatile @Nullable WakeUps delegate;

	JdbcWakeUps(LockDatabase database) {
		this.database = database;
	}

	/**
	 * Begin to wake somebody who waits for a key.
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

	boolean isLive() {
		WakeUps wakeUps = this.delegate;
		return wakeUps != null && wakeUps.isLive();
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
				wakeUps = listens ? new PostgresWakeUps(this.database) : WakeUps.NONE;
				this.delegate = wakeUps;
			}
			return wakeUps;
		}
		finally {
			this.lock.unlock();
		}
	}

}
