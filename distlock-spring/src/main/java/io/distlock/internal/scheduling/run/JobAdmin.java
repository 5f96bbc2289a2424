// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.DueTimes;
import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.JobTriggers;
import io.distlock.provider.LockKey;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the jobs known to this node.
 */
final class JobAdmin implements ClusterJobs {

	private final Map<String, LocalJob> jobs;

	JobAdmin(Map<String, LocalJob> jobs) {
		this.jobs = jobs;
	}

	@Override
	public List<ClusterJob> jobs() {
		Map<String, ClusterJob> found = new HashMap<>();
		Set.copyOf(providers().values())
			.forEach((provider) -> jobs(provider).forEach((job) -> found.put(job.name(), job)));
		return this.jobs.values()
			.stream()
			.map((job) -> found.computeIfAbsent(job.spec.name(), (name) -> read(job)))
			.toList();
	}

	@Override
	public List<ClusterJob> jobs(String provider) {
		List<LocalJob> kept = this.jobs.values()
			.stream()
			.filter((job) -> job.spec.provider().equals(provider))
			.toList();
		Map<LockKey, JobEntry> entries = JobLedgerCalls.readAll(kept.stream().map((job) -> job.runner.ledger).toList());
		List<ClusterJob> found = new ArrayList<>();
		for (LocalJob job : kept) {
			JobEntry entry = entries.get(job.runner.ledger.key());
			if (entry != null) {
				found.add(describe(job.spec, entry));
			}
		}
		return found;
	}

	@Override
	public ClusterJob job(String name) {
		return read(find(name));
	}

	@Override
	public Map<String, String> providers() {
		Map<String, String> providers = new LinkedHashMap<>();
		this.jobs.forEach((name, job) -> providers.put(name, job.spec.provider()));
		return providers;
	}

	@Override
	public Optional<ClusterJob> lastSeen(String name) {
		LocalJob job = find(name);
		return Optional.ofNullable(job.runner.ledger.seen()).map((entry) -> describe(job.spec, entry));
	}

	@Override
	public List<JobRun> history(String name) {
		JobLedgerCalls ledger = find(name).runner.ledger;
		return ledger.translated(ledger::history);
	}

	@Override
	public JobRun runNow(String name) {
		LocalJob job = find(name);
		return job.runner.ledger.translated(job.runner::runNow);
	}

	@Override
	public void pause(String name) {
		pause(name, null, null);
	}

	@Override
	public void pause(String name, @Nullable String by, @Nullable String reason) {
		String shownBy = shown(by);
		String shownReason = shown(reason);
		change(find(name), (state, now) -> {
			Instant since = state.pausedSince();
			return (since != null && shownReason == null) ? state
					: state.withPause((since != null) ? since : now, shownBy, shownReason);
		});
	}

	private static @Nullable String shown(@Nullable String text) {
		return (text == null || text.isBlank()) ? null : LockKey.shown(text);
	}

	@Override
	public void resume(String name) {
		change(find(name), JobRules::resumed);
	}

	@Override
	public boolean stop(String name) {
		JobLedgerCalls ledger = find(name).runner.ledger;
		AtomicBoolean found = new AtomicBoolean();
		ledger.change((entry) -> {
			JobState stopped = JobRules.stopped(entry.state(), entry.now());
			found.set(stopped.stopping() || !stopped.equals(entry.state()));
			return stopped;
		});
		return found.get();
	}

	private LocalJob find(String name) {
		LocalJob job = this.jobs.get(name);
		if (job == null) {
			throw new IllegalArgumentException(
					"There is no job '%s' in this application; its jobs are %s".formatted(name, this.jobs.keySet()));
		}
		return job;
	}

	private void change(LocalJob job, BiFunction<JobState, Instant, JobState> change) {
		job.runner.ledger.change((entry) -> {
			JobState state = (entry.version() != 0) ? entry.state()
					: job.runner.standing().triggers().registered(entry.state(), entry.now());
			return change.apply(state, entry.now());
		});
	}

	private ClusterJob read(LocalJob job) {
		Supplier<JobEntry> read = job.runner.ledger::read;
		return describe(job.spec, job.runner.ledger.translated(read));
	}

	private static ClusterJob describe(JobSpec spec, JobEntry entry) {
		JobState state = entry.state();
		boolean known = entry.version() != 0;
		JobTrigger trigger = known ? JobTriggers.parse(state.trigger()) : spec.trigger();
		String text = known ? state.trigger().text() : spec.trigger().text();
		return new StoredJob(spec.name(), text, (trigger != null) ? trigger.description() : text,
				(trigger != null) ? trigger.zone() : null, state.pausedSince(), state.pausedBy(), state.pauseReason(),
				state.running(), state.lastRun(), state.retry(), state.lastFireTime(),
				state.paused() ? null : DueTimes.next(state, entry.now()), known ? DueTimes.overdue(entry) : null,
				state.statistics(), entry.now(), spec.provider());
	}

	/**
	 * Snapshot of a job at the time of the read.
	 */
	private record StoredJob(String name, String trigger, String description, @Nullable ZoneId zone,
			@Nullable Instant pausedSince, @Nullable String pausedBy, @Nullable String pauseReason,
			@Nullable JobRun running, @Nullable JobRun lastRun, @Nullable JobRetry retry,
			@Nullable Instant lastFireTime, @Nullable Instant nextFireTime, @Nullable Instant overdueSince,
			JobStatistics statistics, Instant now, String provider) implements ClusterJob {

	}

}
