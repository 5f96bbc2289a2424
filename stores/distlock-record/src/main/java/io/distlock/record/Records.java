// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.DateTimeException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.record.StoreClock.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes records. A change is first based on this node's last read or write of
 * the record, and costs a single request without interference by another node.
 */
final class Records {

	static final String LOCKS = "locks/";

	static final String JOBS = "jobs/";

	private static final int REMEMBERED = 10_000;

	private static final long MAX_CHANGE_MICROS = 5_000_000;

	private static final long MAX_PAUSE_NANOS = 20_000_000;

	private final Map<String, StoredRecord> seen = new LinkedHashMap<>(16, 0.75F, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, StoredRecord> eldest) {
			return size() > REMEMBERED;
		}

	};

	private final RecordStore store;

	private final LongConsumer sleep;

	/**
	 * Create the records of a store.
	 * @param sleep pauses for a number of nanoseconds
	 */
	Records(RecordStore store, LongConsumer sleep) {
		this.store = store;
		this.sleep = sleep;
	}

	RecordStore store() {
		return this.store;
	}

	Bounds now() {
		return this.store.clock().now();
	}

	String path(String folder, LockKey key) {
		return folder + key.encoded(this.store.alphabet(), this.store.longestKey() - folder.length());
	}

	/**
	 * Return the encoded key of a record.
	 */
	String encodedKey(String folder, String path) {
		return this.store.alphabet().read(path.substring(folder.length()));
	}

	@Nullable StoredRecord read(String path, String purpose) {
		StoredRecord found = call(purpose, () -> this.store.read(path));
		remember(path, found);
		if (!this.store.clock().isFresh()) {
			call(purpose, () -> {
				this.store.askTime();
				return null;
			});
		}
		return found;
	}

	/**
	 * Decide on a change of a lock and write the result, repeatedly if another node was
	 * faster. The outcome of a write without an answer is determined by a read.
	 * @param fresh {@code true} to read the record instead of using the last known record
	 */
	<T> T change(LockKey key, String verb, boolean fresh, BiFunction<LockRecord, Bounds, Step<T>> decide) {
		String purpose = "%s '%s'".formatted(verb, key);
		AtomicBoolean unanswered = new AtomicBoolean();
		try {
			return change(path(LOCKS, key), purpose, fresh, decide, unanswered);
		}
		catch (LockStoreException ex) {
			if (!unanswered.get() || ex.getOutcome() == Outcome.UNKNOWN) {
				throw ex;
			}
			throw new LockStoreException(String.valueOf(ex.getMessage()), Outcome.UNKNOWN, ex.getCause());
		}
	}

	private <T> T change(String path, String purpose, boolean fresh, BiFunction<LockRecord, Bounds, Step<T>> decide,
			AtomicBoolean unanswered) {
		long start = this.store.clock().monotonic();
		StoredRecord seen = (fresh || !this.store.clock().isFresh()) ? null : seen(path);
		StoredRecord before = (seen != null) ? seen : read(path, purpose);
		for (int round = 0;; round++) {
			LockRecord lock = (before != null) ? understood(before, purpose, LockText::read) : LockRecord.NEW;
			Step<T> step = decide.apply(lock, now());
			LockRecord after = step.after();
			if (after == null || after.equals(lock)) {
				if (seen == null || round > 0) {
					return step.result();
				}
			}
			else if (write(path, before, text(path, after, purpose), after.isUnused(), purpose, unanswered)) {
				return step.result();
			}
			if (this.store.clock().monotonic() - start > MAX_CHANGE_MICROS) {
				throw new LockStoreException(
						"Could not %s in %s: too many nodes are changing the record '%s'. Try again".formatted(purpose,
								this.store.title(), path),
						Outcome.TRANSIENT, null);
			}
			pause(round);
			before = read(path, purpose);
		}
	}

	/**
	 * Pause for a random time, so that slower nodes get a chance.
	 */
	private void pause(int round) {
		if (round > 0) {
			this.sleep.accept(
					ThreadLocalRandom.current().nextLong(Math.min(MAX_PAUSE_NANOS, 1_000_000L << Math.min(round, 10))));
		}
	}

	private String text(String path, LockRecord lock, String purpose) {
		String text = LockText.of(lock);
		if (text.length() > this.store.longestText()) {
			throw new LockStoreException(
					"Could not %s in %s: %d owners are more than fit into the record '%s'. Let fewer hold the lock at once"
						.formatted(purpose, this.store.title(), lock.holders().size(), path),
					Outcome.PERMANENT, null);
		}
		return text;
	}

	/**
	 * Write a record.
	 * @param unanswered set if the write was not answered
	 * @return {@code true} if the write is confirmed
	 */
	private boolean write(String path, @Nullable StoredRecord before, String text, boolean unused, String purpose,
			AtomicBoolean unanswered) {
		try {
			return write(path, before, text, unused, purpose);
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() != Outcome.UNKNOWN) {
				throw ex;
			}
			unanswered.set(true);
			return false;
		}
	}

	/**
	 * Write a record once.
	 * @param unused {@code true} if the store may let the record expire
	 * @return {@code false} if another node was faster, or if a client has sent the
	 * request twice
	 */
	boolean write(String path, @Nullable StoredRecord before, String text, boolean unused, String purpose) {
		forget(path);
		String expected = (before != null) ? before.version() : null;
		String version = call(purpose,
				() -> unused ? this.store.writeUnused(path, expected, text) : this.store.write(path, expected, text));
		remember(path, (version != null) ? StoredRecord.of(path, version, text) : null);
		return version != null;
	}

	void delete(StoredRecord found, String purpose) {
		forget(found.key());
		call(purpose, () -> {
			this.store.delete(found.key(), found.version());
			return null;
		});
	}

	/**
	 * Find all records of a folder.
	 */
	void list(String folder, String purpose, Consumer<StoredRecord> visitor) {
		if (!this.store.clock().isFresh()) {
			read(folder + "time", purpose);
		}
		call(purpose, () -> {
			this.store.list(folder, visitor);
			return null;
		});
	}

	/**
	 * Return the lock of a listed record, empty for another record.
	 */
	Optional<LockRecord> lock(StoredRecord found) {
		try {
			return Optional.of(LockText.read(found.text()));
		}
		catch (IllegalArgumentException | IndexOutOfBoundsException ex) {
			return Optional.empty();
		}
	}

	<T> T understood(StoredRecord found, String purpose, Function<String, T> reading) {
		try {
			return reading.apply(found.text());
		}
		catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException ex) {
			forget(found.key());
			throw new LockStoreException(
					"Could not %s in %s. The record '%s' is none of this version. Unless a node of another version runs, delete it"
						.formatted(purpose, this.store.title(), found.key()),
					Outcome.PERMANENT, ex);
		}
	}

	<T extends @Nullable Object> T call(String purpose, Request<T> request) {
		return Uninterrupted.call(() -> {
			try {
				return request.send();
			}
			catch (LockStoreException ex) {
				throw ex;
			}
			catch (Exception ex) {
				throw this.store.failed(purpose, ex);
			}
		});
	}

	private synchronized @Nullable StoredRecord seen(String path) {
		return this.seen.get(path);
	}

	private void remember(String path, @Nullable StoredRecord found) {
		if (found == null) {
			forget(path);
			return;
		}
		synchronized (this) {
			this.seen.put(path, found);
		}
	}

	private synchronized void forget(String path) {
		this.seen.remove(path);
	}

	/**
	 * Decision of an owner on a record.
	 *
	 * @param after the record to write, {@code null} to keep the record
	 * @param result the result for the owner
	 */
	record Step<T>(@Nullable LockRecord after, T result) {

	}

	/**
	 * Request to the store.
	 */
	interface Request<T extends @Nullable Object> {

		T send() throws Exception;

	}

}
