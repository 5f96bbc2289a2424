// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Releases of the last minute, limited to ten thousand entries. For providers of stores
 * that keep no record of a released lock, so that a repeated release returns the result
 * of the first.
 *
 * @since 0.1.0
 */
public final class RecentReleases {

	private static final int LIMIT = 10_000;

	private static final long MEMORY = Duration.ofMinutes(1).toNanos();

	private final ReentrantLock lock = new ReentrantLock();

	/**
	 * Release times, earliest first.
	 */
	private final Map<Release, Long> releases = new LinkedHashMap<>();

	private final LongSupplier nanoTime;

	/**
	 * Create an empty record.
	 */
	public RecentReleases() {
		this(System::nanoTime);
	}

	RecentReleases(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Record the release of a lock by an owner.
	 * @param key the lock
	 * @param owner the granted attempt
	 */
	public void add(LockKey key, LockOwner owner) {
		this.lock.lock();
		try {
			long now = this.nanoTime.getAsLong();
			this.releases.put(new Release(key, owner), now);
			forget(now);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return whether an owner has recently released a lock.
	 * @param key the lock
	 * @param owner the granted attempt
	 * @return {@code true} if the release is on record
	 */
	public boolean contains(LockKey key, LockOwner owner) {
		this.lock.lock();
		try {
			forget(this.nanoTime.getAsLong());
			return this.releases.containsKey(new Release(key, owner));
		}
		finally {
			this.lock.unlock();
		}
	}

	private void forget(long now) {
		Iterator<Long> times = this.releases.values().iterator();
		while (times.hasNext() && (now - times.next() > MEMORY || this.releases.size() > LIMIT)) {
			times.remove();
		}
	}

	private record Release(LockKey key, LockOwner owner) {

	}

}
