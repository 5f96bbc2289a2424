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
 * A store's memory of the cluster's jobs. A lock provider has one if it is a
 * {@link JobLedgerSource}.
 * <p>
 * A job is one entry with a version. A change says which version was read, and the change
 * happens only if that is still the current one, together with the records of runs that
 * belong to it: all of it or nothing. So of all nodes that want to claim a fire time,
 * exactly one can, whatever their clocks say and however long they slept between reading
 * and writing. The rules of what is due, and who may take over, live in the scheduler and
 * not in the store.
 * <p>
 * An entry and its history have no time to live, and stay until they are removed. Times
 * are kept to the microsecond, and what is finer is cut off. Every method blocks for its
 * round trips and no longer, never joins a transaction of the caller, and throws
 * {@link LockStoreException} where the store did not do what it was asked.
 * Implementations are thread-safe.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @since 0.1.0
 */
public interface JobLedger {

	/**
	 * Check that the store can keep jobs. Called when an application starts that has
	 * some.
	 * @throws LockStoreException with the outcome
	 * {@link LockStoreException.Outcome#PERMANENT} if it cannot, which stops the start
	 */
	default void verify() {
	}

	/**
	 * Read a job, together with the store's clock.
	 * @param job the job
	 * @return the entry, with version 0 and no state if the job is not known yet
	 * @throws LockStoreException if the store did not answer
	 */
	JobEntry read(LockKey job);

	/**
	 * Read many jobs, at the price of few: what a node does again and again while nothing
	 * happens. The clock may be behind that of {@link #read} by a round trip, and is
	 * never ahead of it.
	 * <p>
	 * Where one of the jobs cannot be understood the outcome is
	 * {@link LockStoreException.Outcome#PERMANENT}, and the caller may read them one by
	 * one.
	 * @param jobs the jobs, each once
	 * @return an entry for each of them, as {@link #read} returns it; none for those that
	 * are on a part of the store that did not answer
	 * @throws LockStoreException if nothing of the store answered
	 */
	default Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
		Map<LockKey, JobEntry> entries = new LinkedHashMap<>();
		jobs.forEach((job) -> entries.put(job, read(job)));
		return entries;
	}

	/**
	 * Return for how long there is no use in asking for a lock of the same store, unless
	 * its holder releases it. Asking costs the store less than an attempt to take the
	 * lock, and changes nothing.
	 * @param lock the lock
	 * @return what is left of the lease; zero if the lock is free, or if the store does
	 * not know
	 * @throws LockStoreException if the store did not answer
	 */
	default Duration leaseLeft(LockKey lock) {
		return Duration.ZERO;
	}

	/**
	 * Change a job, unless another node changed it since it was read.
	 * @param job the job
	 * @param version the version that was read, 0 for a job that is not known yet
	 * @param state what the job becomes
	 * @param runs records to add to the history, or to replace where there is one of the
	 * same fire time and attempt; of each attempt one
	 * @param historySize how many records of the job to keep, at least 1: the ones with
	 * the latest fire times, and of one fire time the latest attempts
	 * @return the entry after this change, with the store's clock at a time between
	 * request and answer; empty if nothing was changed, as the entry has another version
	 * by now
	 * @throws LockStoreException if the store did not answer; with an unknown outcome the
	 * change may have happened, which the next {@link #read} shows
	 */
	Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize);

	/**
	 * Return a {@link #write} that also releases a lock of the same store. If it changes
	 * the job, it releases the lock in the same step, provided that the owner holds it.
	 * If it changes nothing, it leaves the lock as it is.
	 * @param lock the exclusive lock
	 * @param owner the owner of its lease
	 * @param lastToken the last fencing token of the lease that was used
	 * @return the write; empty if the store needs two requests
	 */
	default Optional<JobWrite> releasing(LockKey lock, LockOwner owner, long lastToken) {
		return Optional.empty();
	}

	/**
	 * List the records of a job's runs.
	 * @param job the job
	 * @param limit the most records to return
	 * @return the records, the latest fire time first, and of one fire time the latest
	 * attempt first
	 * @throws LockStoreException if the store did not answer
	 */
	List<JobRun> history(LockKey job, int limit);

	/**
	 * List the jobs that the store has an entry for: a snapshot without guarantees, which
	 * may take seconds. A job whose name the store had to shorten is not listed, nor are
	 * those that were not found within that time.
	 * @param keyPrefix the prefix of the jobs
	 * @return the jobs, in any order
	 * @throws LockStoreException if the store did not answer
	 */
	List<LockKey> jobs(String keyPrefix);

	/**
	 * Forget a job with its history, unless another node changed it since it was read. A
	 * job of the same name that is written later has none of the versions that were used
	 * before, so that a node which has read the former one cannot change it.
	 * @param job the job
	 * @param version the version that was read, not 0
	 * @return whether the store does not know the job, be it by this call or before;
	 * {@code false} if the entry has another version by now
	 * @throws LockStoreException if the store did not answer; with an unknown outcome the
	 * job may be forgotten, and it is safe to ask again
	 */
	boolean remove(LockKey job, long version);

	/**
	 * Return the keys of a prefix.
	 * @param encoded encoded keys of any prefix
	 * @param keyPrefix the prefix
	 * @return the keys that can be read
	 */
	static List<LockKey> decode(Collection<String> encoded, String keyPrefix) {
		return encoded.stream()
			.flatMap((key) -> LockKey.decode(key).stream())
			.filter((key) -> key.prefix().equals(keyPrefix))
			.toList();
	}

	/**
	 * A way to {@link JobLedger#write write} a job.
	 */
	@FunctionalInterface
	interface JobWrite {

		/**
		 * Change a job, unless another node changed it since it was read.
		 * @param job the job
		 * @param version the version that was read
		 * @param state the new state
		 * @param runs records to add or to replace
		 * @param historySize how many records of the job to keep
		 * @return the entry after this change; empty if nothing was changed
		 * @throws LockStoreException if the store did not answer
		 */
		Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize);

	}

	/**
	 * Snapshot of a job in the store.
	 *
	 * @param version grows with every change, and is never used twice for one job; 0 if
	 * the job is not known yet
	 * @param state the state, {@link JobState#unknown()} if the job is not known yet
	 * @param now the store's clock when it answered
	 */
	record JobEntry(long version, JobState state, Instant now) {

		/**
		 * Return this entry some time later by the store's clock, in whole milliseconds.
		 * @param elapsed the time, which may be negative
		 * @return the entry
		 */
		public JobEntry after(Duration elapsed) {
			return new JobEntry(this.version, this.state, this.now.plus(elapsed).truncatedTo(ChronoUnit.MILLIS));
		}

	}

}
