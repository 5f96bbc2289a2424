// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import io.distlock.EngineLock;
import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.rules.JobChange;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobLedger.JobWrite;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one job to the ledger. Times are in whole milliseconds. Calls are made without
 * an interrupt flag, because clients of stores may otherwise close their connection.
 * Reports written changes.
 */
final class JobLedgerCalls {

	private static final int MAX_CONFLICTS = 1000;

	private static final Duration FRESHNESS = Duration.ofSeconds(1);

	/**
	 * Maximum time for which the store's clock is extrapolated by the monotonic clock
	 * instead of a read.
	 */
	private static final Duration MAX_CLOCK_EXTRAPOLATION = Duration.ofSeconds(10);

	/**
	 * Maximum delay of an answer for the extrapolation: a time in the future would skip
	 * fire times.
	 */
	private static final Duration MAX_READ_LATENCY = Duration.ofMillis(100);

	private final JobStore store;

	private final JobLedger ledger;

	private final LockKey key;

	private final int historySize;

	final JobReports reports;

	private final JobTime time;

	/**
	 * Entry as last read or written by this node.
	 */
	private volatile @Nullable Seen seen;

	/**
	 * Entry as last written by this node, at the time of the request, or {@code null}
	 * after a late answer.
	 */
	private volatile @Nullable Seen written;

	JobLedgerCalls(JobStore store, String jobName, int historySize, JobReports reports, JobTime time) {
		this.store = store;
		this.ledger = store.ledger();
		this.key = store.key(jobName);
		this.historySize = historySize;
		this.reports = reports;
		this.time = time;
	}

	LockKey key() {
		return this.key;
	}

	JobEntry read() {
		return remember(Uninterrupted.call(() -> this.ledger.read(this.key)), this.time.nanoTime());
	}

	/**
	 * Read jobs of one store together, on behalf of the application.
	 * @return the entries in whole milliseconds, without entries in a part of the store
	 * that did not respond
	 */
	static Map<LockKey, JobEntry> readAll(List<JobLedgerCalls> jobs) {
		Map<LockKey, JobEntry> entries = new HashMap<>();
		if (!jobs.isEmpty()) {
			JobLedgerCalls any = jobs.get(0);
			List<LockKey> keys = jobs.stream().map(JobLedgerCalls::key).toList();
			Map<LockKey, JobEntry> found = any.translated("its jobs",
					() -> Uninterrupted.call(() -> any.ledger.readAll(keys)));
			long readAt = any.time.nanoTime();
			for (JobLedgerCalls job : jobs) {
				JobEntry entry = found.get(job.key);
				if (entry != null) {
					entries.put(job.key, job.remember(entry, readAt));
				}
			}
		}
		return entries;
	}

	/**
	 * Read for a poll, at a possibly lower cost for the store.
	 */
	JobEntry poll() {
		return remember(Uninterrupted.call(() -> this.ledger.readAll(List.of(this.key))).get(this.key),
				this.time.nanoTime());
	}

	/**
	 * Record a read entry.
	 * @param readAt time of the read by the monotonic clock
	 * @return the entry, in whole milliseconds
	 */
	JobEntry remember(@Nullable JobEntry entry, long readAt) {
		if (entry == null) {
			throw new IllegalStateException("The store returned nothing for job '%s'".formatted(this.key));
		}
		this.seen = new Seen(entry, readAt);
		return entry.after(Duration.ZERO);
	}

	/**
	 * Return the entry that this node last read or wrote, with the extrapolated time of
	 * the store; {@code null} before the first read.
	 */
	@Nullable JobEntry seen() {
		Seen last = this.seen;
		return (last != null) ? last.at(this.time.nanoTime()) : null;
	}

	/**
	 * Return the extrapolated time of the store's clock.
	 */
	Instant now() {
		return Objects.requireNonNull(seen()).now();
	}

	/**
	 * Return the entry that this node last read or wrote if it is recent enough to claim
	 * a run.
	 */
	@Nullable JobEntry justSeen() {
		return isFresh() ? seen() : null;
	}

	boolean isFresh() {
		Seen last = this.seen;
		return last != null && this.time.nanoTime() - last.nanoTime < FRESHNESS.toNanos();
	}

	boolean write(JobEntry entry, JobChange change) {
		return published(change, write(this.ledger::write, entry, change));
	}

	/**
	 * Write the last change under a lock, and release the lock in the same request if
	 * supported by the store.
	 */
	boolean writeLast(JobEntry entry, JobChange change, HeldLock held) {
		boolean released = held instanceof EngineLock lock
				&& lock.releaseBy((key, owner, lastToken) -> this.ledger.releasing(key, owner, lastToken)
					.filter((releasing) -> write(releasing, entry, change))
					.isPresent());
		return released ? published(change, true) : write(entry, change);
	}

	private boolean write(JobWrite write, JobEntry entry, JobChange change) {
		long askedAt = this.time.nanoTime();
		Optional<JobEntry> changed = Uninterrupted
			.call(() -> write.write(this.key, entry.version(), change.state(), change.records(), this.historySize));
		if (changed.isPresent()) {
			long answeredAt = this.time.nanoTime();
			boolean precise = answeredAt - askedAt < MAX_READ_LATENCY.toNanos();
			this.written = precise ? new Seen(changed.get(), askedAt) : null;
			this.seen = new Seen(changed.get(), answeredAt);
		}
		return changed.isPresent();
	}

	private boolean published(JobChange change, boolean written) {
		if (written) {
			this.reports.published(change);
		}
		return written;
	}

	/**
	 * Return the entry as written by this node's claim of a run, with a time no earlier
	 * than the store's time at the end of the run. A concurrent change by another node is
	 * detected by the write.
	 * @param endedAt end of the run by the monotonic clock
	 * @return the entry, or {@code null} if the claim is not this node's last change
	 */
	@Nullable JobEntry claimed(JobRun run, long endedAt) {
		Seen claim = this.written;
		if (claim == null || !run.isSameAs(claim.entry.state().running())) {
			return null;
		}
		Duration elapsed = Duration.ofNanos(endedAt - claim.nanoTime);
		return (elapsed.compareTo(MAX_CLOCK_EXTRAPOLATION) < 0) ? claim.entry.after(elapsed) : null;
	}

	/**
	 * Read the entry, with the time at which a run ended: the current time less the
	 * period in which the store was not available. The duration of the read does not
	 * count, because a delay begins after the end.
	 * @param endedAt end of the run by the monotonic clock
	 */
	JobEntry readAsOf(long endedAt) {
		Duration since = Duration.ofNanos(this.time.nanoTime() - endedAt);
		return read().after(Duration.ofMillis(-since.toMillis()));
	}

	/**
	 * Return the time for which a request for a lock is pointless unless the lock is
	 * released.
	 */
	Duration leaseLeft(String lock) {
		return Uninterrupted.call(() -> this.ledger.leaseLeft(this.store.key(lock)));
	}

	List<JobRun> history() {
		return Uninterrupted.call(() -> this.ledger.history(this.key, this.historySize));
	}

	/**
	 * Change the entry on behalf of the application, despite concurrent changes by other
	 * nodes.
	 */
	void change(Function<JobEntry, JobState> change) {
		translated(() -> {
			for (int i = 0; i < MAX_CONFLICTS; i++) {
				JobEntry entry = read();
				JobState changed = change.apply(entry);
				if (changed.equals(entry.state()) || write(entry, new JobChange(changed, List.of()))) {
					return changed;
				}
			}
			throw new LockProviderException(this.key.name(),
					"Could not update the entry of job '%s': it was changed %d times meanwhile; retry"
						.formatted(this.key, MAX_CONFLICTS),
					null);
		});
	}

	/**
	 * Make a call on behalf of the application, with exceptions of the public type.
	 */
	<T> T translated(Supplier<T> call) {
		return translated("job '%s'".formatted(this.key), call);
	}

	private <T> T translated(String subject, Supplier<T> call) {
		try {
			return call.get();
		}
		catch (LockStoreException ex) {
			throw new LockProviderException(this.key.name(), "The %s store did not answer about %s: %s"
				.formatted(this.store.providerName(), subject, ex.getMessage()), ex);
		}
	}

	/**
	 * Entry as known to this node.
	 *
	 * @param entry the entry
	 * @param nanoTime its time by the monotonic clock
	 */
	private record Seen(JobEntry entry, long nanoTime) {

		JobEntry at(long now) {
			return this.entry.after(Duration.ofNanos(now - this.nanoTime));
		}

	}

}
