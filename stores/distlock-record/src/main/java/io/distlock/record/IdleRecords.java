// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes long unused records once an hour, on a background thread. A lock that is used
 * again afterwards takes its tokens from the clock, which is ahead of the tokens of the
 * deleted record.
 */
final class IdleRecords {

	private static final Logger logger = LoggerFactory.getLogger(IdleRecords.class);

	private static final Duration INTERVAL = Duration.ofHours(1);

	private static final long FIRST_NANOS = Duration.ofMinutes(5).toNanos();

	private final Records records;

	/**
	 * Start of the next purge, randomized so that nodes started together do not purge
	 * together.
	 */
	private final AtomicLong next = new AtomicLong(
			System.nanoTime() + ThreadLocalRandom.current().nextLong(FIRST_NANOS / 5, FIRST_NANOS));

	IdleRecords(Records records) {
		this.records = records;
	}

	void startIfDue() {
		long due = this.next.get();
		long now = System.nanoTime();
		if (now - due >= 0 && this.next.compareAndSet(due, now + INTERVAL.toNanos())) {
			String name = this.records.store().title().toLowerCase(Locale.ROOT);
			DaemonThreads.tryStart("distlock-%s-purge".formatted(name), this::purgeLongIdle);
		}
	}

	private void purgeLongIdle() {
		try {
			logger.debug("Purged {} idle records", purge(INTERVAL));
		}
		catch (LockStoreException ex) {
			logger.debug("Could not purge idle records; will retry later", ex);
		}
	}

	int purge(Duration idle) {
		String purpose = "purge idle records";
		List<StoredRecord> old = new ArrayList<>();
		this.records.list(Records.LOCKS, purpose,
				(found) -> this.records.lock(found)
					.filter((lock) -> lock.isIdle(idle, this.records.now()))
					.ifPresent((lock) -> old.add(found)));
		this.records.list(Records.JOBS, purpose, (found) -> {
			if (JobRecord.isRemoved(found.text(), idle, this.records.now())) {
				old.add(found);
			}
		});
		old.forEach((found) -> this.records.delete(found, purpose));
		return old.size();
	}

}
