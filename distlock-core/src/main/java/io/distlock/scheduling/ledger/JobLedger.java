// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;

/**
 * Storage for the jobs of a cluster. Lock providers with job support implement
 * {@link JobLedgerSource}.
 * <p>
 * A job is one versioned entry. A change specifies the version that was read, and takes
 * effect only if this version is still current. The change and its records of runs are
 * stored atomically. Therefore, exactly one node can claim a fire time, regardless of the
 * nodes' clocks and of delays between reading and writing. The scheduler, not the store,
 * determines which fire times are due and which node may take over.
 * <p>
 * An entry and its history never expire, and are kept until removed. Times have a
 * precision of microseconds; finer fractions are truncated. Every method blocks only for
 * its round trips, never joins a transaction of the caller, and throws
 * {@link LockStoreException} if the store did not execute the request. Implementations
 * are thread-safe.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @since 0.1.0
 */
public interface JobLedger {

	/**
	 * Check that the store can keep jobs. Called when an application with jobs starts.
	 * @throws LockStoreException with the outcome
	 * {@link LockStoreException.Outcome#PERMANENT} if the store cannot keep jobs, which
	 * fails the start
	 */
	default void verify() {
	}

	/**
	 * Read a job and the store's clock.
	 * @param job the job
	 * @return the entry; version 0 without state for an unknown job
	 * @throws LockStoreException if the store did not respond
	 */
	JobEntry read(LockKey job);

	/**
	 * Read several jobs efficiently. Nodes use this method for regular polling. The clock
	 * may be behind the clock of {@link #read} by a round trip, and is never ahead.
	 * <p>
	 * If an entry cannot be decoded, the outcome is
	 * {@link LockStoreException.Outcome#PERMANENT}, and the caller may read the jobs
	 * individually.
	 * @param jobs distinct jobs
	 * @return the entries as returned by {@link #read}, without jobs in a part of the
	 * store that did not respond
	 * @throws LockStoreException if no part of the store responded
	 */
	default Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
		Map<LockKey, JobEntry> entries = new LinkedHashMap<>();
		jobs.forEach((job) -> entries.put(job, read(job)));
		return entries;
	}

	/**
	 * Return the time for which a lock of the same store cannot be acquired unless its
	 * holder releases the lock. This query is cheaper than an attempt to acquire the
	 * lock, and changes nothing.
	 * @param lock the lock
	 * @return the remaining lease; zero if the lock is free or the store cannot determine
	 * the lease
	 * @throws LockStoreException if the store did not respond
	 */
	default Duration leaseLeft(LockKey lock) {
		return Duration.ZERO;
	}

	/**
	 * Change a job, unless another node has changed the entry since the read.
	 * @param job the job
	 * @param version the version that was read, or 0 for an unknown job
	 * @param state the new state
	 * @param runs records to add to the history, at most one for each attempt; a record
	 * replaces an existing record of the same fire time and attempt
	 * @param historySize the number of records to keep for the job, at least 1: the
	 * latest fire times, and the latest attempts of a fire time
	 * @return the new entry, with the store's clock at a time between request and
	 * response; empty without a change if the version is outdated
	 * @throws LockStoreException if the store did not respond. With an unknown outcome,
	 * the change may have taken effect; use {@link #read} to find out
	 */
	Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize);

	/**
	 * Return a {@link #write} that also releases a lock of the same store. A successful
	 * change releases the lock in the same step, provided that the owner holds the lock.
	 * An unsuccessful change leaves the lock unchanged.
	 * @param lock the exclusive lock
	 * @param owner the owner of its lease
	 * @param lastToken the last used fencing token of the lease
	 * @return the write; empty if the store needs two requests
	 */
	default Optional<JobWrite> releasing(LockKey lock, LockOwner owner, long lastToken) {
		return Optional.empty();
	}

	/**
	 * List the records of a job's runs.
	 * @param job the job
	 * @param limit the maximum number of records
	 * @return the records, ordered by descending fire time and attempt
	 * @throws LockStoreException if the store did not respond
	 */
	List<JobRun> history(LockKey job, int limit);

	/**
	 * List the jobs with an entry in the store. The result is a snapshot without
	 * guarantees, and the request may take seconds. The list does not contain jobs with a
	 * name shortened by the store, or jobs not found in time.
	 * @param keyPrefix the prefix of the jobs
	 * @return the jobs, in any order
	 * @throws LockStoreException if the store did not respond
	 */
	List<LockKey> jobs(String keyPrefix);

	/**
	 * Remove a job and its history, unless another node has changed the entry since the
	 * read. A later job of the same name never reuses a version, so that a node with an
	 * outdated version cannot change the new job.
	 * @param job the job
	 * @param version the version that was read, not 0
	 * @return {@code true} if the store no longer contains the job, because of this or an
	 * earlier call; {@code false} if the version is outdated
	 * @throws LockStoreException if the store did not respond. With an unknown outcome,
	 * the job may have been removed, and the call may be repeated
	 */
	boolean remove(LockKey job, long version);

	/**
	 * Decode the keys with a given prefix.
	 * @param encoded encoded keys of any prefix
	 * @param keyPrefix the prefix
	 * @return the keys that can be decoded
	 */
	static List<LockKey> decode(Collection<String> encoded, String keyPrefix) {
		return encoded.stream()
			.flatMap((key) -> LockKey.decode(key).stream())
			.filter((key) -> key.prefix().equals(keyPrefix))
			.toList();
	}

	/**
	 * Variant of {@link JobLedger#write}.
	 */
	@FunctionalInterface
	interface JobWrite {

		/**
		 * Change a job, unless another node has changed the entry since the read.
		 * @param job the job
		 * @param version the version that was read
		 * @param state the new state
		 * @param runs records to add or to replace
		 * @param historySize the number of records to keep for the job
		 * @return the new entry; empty without a change
		 * @throws LockStoreException if the store did not respond
		 */
		Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize);

	}

	/**
	 * Snapshot of a job in the store.
	 *
	 * @param version increases with every change and is never reused for the same job; 0
	 * for an unknown job
	 * @param state the state; {@link JobState#unknown()} for an unknown job
	 * @param now the store's clock at the time of the response
	 */
	record JobEntry(long version, JobState state, Instant now) {

		/**
		 * Return this entry with the clock moved by a duration, in whole milliseconds.
		 * @param elapsed the duration, possibly negative
		 * @return the entry
		 */
		public JobEntry after(Duration elapsed) {
			return new JobEntry(this.version, this.state, this.now.plus(elapsed).truncatedTo(ChronoUnit.MILLIS));
		}

	}

}
