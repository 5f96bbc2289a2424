// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.line.LineStore.Change;
import io.distlock.line.LineStore.Entry;
import io.distlock.line.LineStore.Page;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobText;
import org.jspecify.annotations.Nullable;

/**
 * Keeps jobs, with one key for the state of each job and one key for the records of its
 * runs, changed together. The version is the last change of the state, a number that is
 * never reused. The time is the clock of this machine: nodes with different clocks start
 * jobs early or late by the difference, but start no fire time twice.
 * <p>
 * See the page 'line-protocol' of the reference.
 */
final class LineJobLedger implements JobLedger {

	/**
	 * Time until the next request for a lock, because the store does not report the end
	 * of a single lock.
	 */
	private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

	private final LineStore store;

	private final LineKeys keys;

	private final ForeignKeys foreign;

	LineJobLedger(LineStore store, LineKeys keys, ForeignKeys foreign) {
		this.store = store;
		this.keys = keys;
		this.foreign = foreign;
	}

	@Override
	public JobEntry read(LockKey job) {
		String purpose = "read job '%s'".formatted(job);
		return entry(purpose, state(job), find(state(job), purpose));
	}

	@Override
	public Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
		String purpose = "read jobs";
		Map<String, Entry> found = this.store.await(purpose, this.store.read(jobs.stream().map(this::state).toList()))
			.stream()
			.collect(Collectors.toMap(Entry::key, Function.identity()));
		Map<LockKey, JobEntry> entries = new LinkedHashMap<>();
		jobs.forEach((job) -> entries.put(job, entry(purpose, state(job), found.get(state(job)))));
		return entries;
	}

	private JobEntry entry(String purpose, String key, @Nullable Entry state) {
		return (state == null) ? new JobEntry(0, JobState.unknown(), now())
				: new JobEntry(state.changed(), understood(purpose, key, () -> JobText.state(state.value())), now());
	}

	private static Instant now() {
		return Instant.now().truncatedTo(ChronoUnit.MICROS);
	}

	@Override
	public Duration leaseLeft(LockKey lock) {
		String purpose = "check '%s'".formatted(lock);
		Line line = this.foreign.refuse(this.store.await(purpose, this.store.line(this.keys.line(lock))), purpose);
		return !line.places().isEmpty() ? RETRY_DELAY : Duration.ZERO;
	}

	/**
	 * Write a job. The records change only together with the state, so they are unchanged
	 * if the state is.
	 */
	@Override
	public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		String purpose = "write job '%s'".formatted(job);
		String merged = JobText.merged(runs(job, purpose), runs, historySize, this.store.longestValue());
		long changed = change(purpose, job, version,
				List.of(new Change(state(job), JobText.of(state), null), new Change(history(job), merged, null)));
		return (changed != 0) ? Optional.of(new JobEntry(changed, state, now())) : Optional.empty();
	}

	@Override
	public boolean remove(LockKey job, long version) {
		String purpose = "remove job '%s'".formatted(job);
		return change(purpose, job, version, List.of(Change.removal(state(job)), Change.removal(history(job)))) != 0
				|| read(job).version() == 0;
	}

	private long change(String purpose, LockKey job, long version, List<Change> changes) {
		return this.store.await(purpose, this.store.write(state(job), version, changes));
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		return runs(job, "list the runs of job '%s'".formatted(job)).stream().limit(Math.max(0, limit)).toList();
	}

	private List<JobRun> runs(LockKey job, String purpose) {
		Entry found = find(history(job), purpose);
		return (found == null) ? List.of() : understood(purpose, history(job), () -> JobText.runs(found.value()));
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		List<String> names = new ArrayList<>();
		String after = "";
		Page page;
		do {
			page = this.store.await("list the jobs", this.store.page(this.keys.jobs(), after));
			for (Entry state : page.entries()) {
				names.add(state.key().substring(this.keys.jobs().length()));
				after = state.key();
			}
		}
		while (page.more());
		return JobLedger.decode(names, keyPrefix);
	}

	private <T> T understood(String purpose, String key, Supplier<T> reading) {
		try {
			return reading.get();
		}
		catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException ex) {
			throw new LockStoreException(
					"Could not %s in %s. The key '%s' does not hold what this version keeps of a job. Unless a node of another version runs, delete it"
						.formatted(purpose, this.store.title(), key),
					Outcome.PERMANENT, ex);
		}
	}

	private @Nullable Entry find(String key, String purpose) {
		List<Entry> found = this.store.await(purpose, this.store.read(List.of(key)));
		return found.isEmpty() ? null : found.get(0);
	}

	private String state(LockKey job) {
		return this.keys.job(job);
	}

	private String history(LockKey job) {
		return this.keys.runs(job);
	}

}
