// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.distlock.internal.scheduling.trigger.JobTrigger.Stretch;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Determines the next step for a job, based only on the job's entry in the store. All
 * times are by the store's clock.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param triggers determines the trigger of the job
 * @param retries determines whether a fire time is retried
 * @param misfireThreshold the maximum delay of a fire time
 * @since 0.1.0
 */
public record JobRules(TriggerRules triggers, RetryRules retries, Duration misfireThreshold) {

	private static final String NODE_GONE = "The node stopped, or lost the lock of the run";

	/**
	 * Determine the next step without the lock.
	 * @param entry the entry as just read
	 * @return the next step
	 */
	public JobStep step(JobEntry entry) {
		JobState state = entry.state();
		Instant now = entry.now();
		JobState corrected = corrected(entry);
		if (!corrected.equals(state)) {
			return new JobChange(corrected, List.of());
		}
		if (this.triggers.isDisabled()) {
			return waitDisabled(entry);
		}
		if (entry.version() == 0) {
			return new JobChange(this.triggers.registered(state, now), List.of());
		}
		boolean paused = state.paused();
		JobRun running = state.running();
		boolean idle = running == null;
		DueTimes times = times(state, now);
		boolean fires = idle && times.due() != null;
		JobStep late = (paused || !idle || fires) ? null : late(state, times, now);
		if (late != null) {
			return late;
		}
		boolean due = fires || idle && times.dueRetry() != null;
		JobState confirmed = this.triggers.confirmed(state, now, idle && (paused || !due));
		if (!confirmed.equals(state)) {
			return new JobChange(confirmed, List.of());
		}
		if (!paused && running != null) {
			boolean urgent = isToRepeat(state, running) || times(ended(state, now), now).due() != null;
			return new JobStep.TryLock(urgent, running, DueTimes.next(state, now));
		}
		return (!paused && due) ? new JobStep.TryLock(true, null, null) : rest(state, times);
	}

	private DueTimes times(JobState state, Instant now) {
		return new DueTimes(state, now, this.misfireThreshold);
	}

	/**
	 * Determine the next step on a node that runs the job only on demand. The node waits
	 * until no other node defines a trigger, and then removes a lost run and a planned
	 * retry.
	 */
	private JobStep waitDisabled(JobEntry entry) {
		JobState state = entry.state();
		if (entry.version() == 0) {
			return new JobStep.Rest(null, null, false);
		}
		JobRun running = state.running();
		boolean idle = running == null;
		JobState confirmed = this.triggers.confirmed(state, entry.now(), idle);
		if (!confirmed.equals(state)) {
			return new JobChange(confirmed, List.of());
		}
		boolean alone = this.triggers.isSoleOwner(state, entry.now());
		JobStep late = (alone && idle && !state.paused()) ? late(state, times(state, entry.now()), entry.now()) : null;
		if (late != null) {
			return late;
		}
		return (alone && !idle) ? new JobStep.TryLock(false, running, null)
				: new JobStep.Rest(null, this.triggers.checkAt(state), state.paused());
	}

	/**
	 * Rest until a fire time or another step is due.
	 * @param entry the entry of a job without a run to start
	 * @return the rest
	 */
	public JobStep.Rest rest(JobEntry entry) {
		return rest(entry.state(), times(entry.state(), entry.now()));
	}

	private JobStep.Rest rest(JobState state, DueTimes times) {
		Instant checkAt = this.triggers.checkAt(state);
		return state.paused() ? new JobStep.Rest(null, checkAt, true)
				: new JobStep.Rest(times.pending(), DueTimes.earlier(times.retryAt(), checkAt), false);
	}

	/**
	 * Record fire times that are too late to start. If a fire time is due, its claim
	 * contains these records: a separate write would delay each run, and indefinitely so
	 * with a slow store.
	 */
	private static @Nullable JobStep late(JobState state, DueTimes times, Instant now) {
		Stretch missed = times.missed();
		if (missed != null) {
			return new JobChange(missed(state, missed).withSince(missed.last()), List.of(times.missed(missed)));
		}
		JobRetry retry = times.lateRetry();
		return (retry != null) ? new JobChange(gaveUp(state, now), List.of(times.late(retry))) : null;
	}

	private static JobState missed(JobState state, Stretch missed) {
		return state.withStatistics(state.statistics().missed(missed.count()));
	}

	/**
	 * Return whether a lost run has an attempt left.
	 */
	private boolean isToRepeat(JobState state, JobRun run) {
		return !run.onDemand() && this.retries.isLeft(run.attempt()) && !state.stopping();
	}

	/**
	 * Determine a claim under the lock. An unfinished run is known to be lost.
	 * @param entry the entry as read under the lock
	 * @param node this node
	 * @param token the fencing token of the lock
	 * @param unstarted a run of this node that may have been claimed but was not started,
	 * or {@code null}
	 * @return the change, or {@code null} if there is nothing to do
	 */
	public @Nullable JobChange claim(JobEntry entry, String node, long token, @Nullable JobRun unstarted) {
		JobState state = entry.state();
		Instant now = entry.now();
		if (entry.version() == 0 || state.paused() && !this.triggers.isDisabled()) {
			return null;
		}
		JobRun running = state.running();
		if (running == null) {
			return claimDue(state, List.of(), now, node, token);
		}
		if (running.isSameAs(unstarted)) {
			return begin(state, List.of(), run(running.fireTime(), running.attempt(), node, token, now));
		}
		JobRun lost = lost(running, now);
		if (isToRepeat(state, running) && !this.triggers.isDisabled()) {
			return begin(state, List.of(lost), run(running.fireTime(), running.attempt() + 1, node, token, now));
		}
		JobState ended = counted(state, Outcome.LOST, now);
		JobChange claim = claimDue(ended, List.of(lost), now, node, token);
		return (claim != null) ? claim : new JobChange(this.triggers.confirmed(ended, now, true), List.of(lost));
	}

	private @Nullable JobChange claimDue(JobState state, List<JobRun> records, Instant now, String node, long token) {
		if (this.triggers.isDisabled()) {
			return null;
		}
		DueTimes times = times(state, now);
		Instant due = times.due();
		if (due == null) {
			JobRetry retry = times.dueRetry();
			return (retry == null) ? null
					: begin(state, records, run(retry.fireTime(), retry.attempt(), node, token, now));
		}
		JobState latest = state;
		List<JobRun> added = new ArrayList<>(records);
		JobRetry overtaken = state.retry();
		if (overtaken != null) {
			latest = gaveUp(latest, now);
			added.add(times.notTried(overtaken, "did not start before the next fire time"));
		}
		Stretch missed = times.passed(due.minusMillis(1));
		if (missed != null) {
			latest = missed(latest, missed);
			added.add(DueTimes.overtaken(missed));
		}
		return begin(latest, added, run(due, 1, node, token, now));
	}

	private static JobChange begin(JobState state, List<JobRun> records, JobRun run) {
		return new JobChange(state.withRunning(run), with(records, run), run);
	}

	/**
	 * Determine the claim of a run on demand, under the lock.
	 * @param entry the entry as read under the lock
	 * @param node this node
	 * @param token the fencing token of the lock
	 * @return the change, or {@code null} if the retry of a lost run takes precedence
	 */
	public @Nullable JobChange claimOnDemand(JobEntry entry, String node, long token) {
		JobState state = entry.state();
		if (entry.version() == 0) {
			state = this.triggers.registered(state, entry.now());
		}
		JobRun running = state.running();
		if (running != null && !state.paused() && isToRepeat(state, running)) {
			return null;
		}
		List<JobRun> records = (running != null) ? List.of(lost(running, entry.now())) : List.of();
		JobState free = (running != null) ? counted(state, Outcome.LOST, entry.now()) : state;
		JobRun run = new JobRun(times(free, entry.now()).timeOnDemand(), 1, node, token, entry.now(), null,
				Outcome.RUNNING, null, true);
		return new JobChange(free.withRunning(run), with(records, run), run);
	}

	/**
	 * Determine the change for an ended run.
	 * @param entry the entry as read after the end
	 * @param run the run
	 * @param outcome the outcome
	 * @param error the error message, or {@code null}
	 * @return the change, or {@code null} if another node has taken over the run
	 */
	public @Nullable JobChange end(JobEntry entry, JobRun run, Outcome outcome, @Nullable String error) {
		JobState state = entry.state();
		Instant now = entry.now();
		if (!run.isSameAs(state.running())) {
			return null;
		}
		List<JobRun> records = List.of(run.ended(now, outcome, error));
		if (run.onDemand()) {
			return endedOnDemand(counted(state, outcome, now), run, now, records);
		}
		if (outcome == Outcome.LOST) {
			return new JobChange(tried(state, ended(state, now), state.statistics(), run, outcome, now), records);
		}
		Stretch skipped = times(state, now).passed(now);
		JobStatistics statistics = state.statistics()
			.skipped((skipped != null) ? skipped.count() : 0, (skipped != null) ? skipped.first() : null);
		JobState ended = this.triggers.confirmed(ended(state, now).withSince(now), now, true);
		JobState settled = tried(state, ended, statistics, run, outcome, now);
		return new JobChange(settled,
				(skipped != null) ? with(records, DueTimes.skipped(statistics, skipped)) : records);
	}

	/**
	 * Skip fire times that occurred during a run on demand and are too late to start.
	 */
	private JobChange endedOnDemand(JobState ended, JobRun run, Instant now, List<JobRun> records) {
		boolean waited = !ended.paused() && times(ended, run.startedAt()).missed() == null;
		Stretch late = waited ? times(ended, now).missed() : null;
		if (late == null) {
			return new JobChange(ended, records);
		}
		JobStatistics statistics = ended.statistics().skipped(late.count(), late.first());
		return new JobChange(ended.withSince(late.last()).withStatistics(statistics),
				with(records, DueTimes.skipped(statistics, late)));
	}

	/**
	 * Plan a retry. Without a retry, the fire time has ended.
	 */
	private JobState tried(JobState before, JobState ended, JobStatistics statistics, JobRun run, Outcome outcome,
			Instant now) {
		boolean over = outcome == Outcome.SUCCEEDED || before.stopping();
		JobRetry retry = over ? null : this.retries.plan(ended, run, outcome, now);
		return (retry != null) ? ended.withRetry(retry).withStatistics(statistics)
				: ended.withStatistics(statistics.ended(outcome, now));
	}

	private static JobState counted(JobState state, Outcome outcome, Instant now) {
		return ended(state, now).withStatistics(state.statistics().ended(outcome, now));
	}

	/**
	 * Discard the planned retry; the fire time counts as failed.
	 */
	private static JobState gaveUp(JobState state, Instant now) {
		return state.withRetry(null).withStatistics(state.statistics().ended(Outcome.FAILED, now));
	}

	/**
	 * End the active run. The end is later than all previous events, even within the same
	 * millisecond.
	 */
	private static JobState ended(JobState state, Instant now) {
		return state.withLastEnd(now.plusMillis(1));
	}

	/**
	 * Correct times that were written while the store's clock was ahead.
	 * @param entry the entry of the job
	 * @return the state, unchanged without such times
	 */
	public static JobState corrected(JobEntry entry) {
		return FutureTimes.corrected(entry.state(), entry.now());
	}

	/**
	 * Resume a job. Fire times and retries during the pause are over; runs by a clock
	 * that was ahead are not.
	 * @param before the state
	 * @param now the store's clock
	 * @return the state, unchanged if there is nothing to resume
	 */
	public static JobState resumed(JobState before, Instant now) {
		JobState state = FutureTimes.reset(before, now);
		if (!state.paused()) {
			return state;
		}
		JobState resumed = state.withPausedSince(null).withSince(now);
		JobRetry retry = state.retry();
		return (retry != null && !retry.at().isAfter(now)) ? gaveUp(resumed, now) : resumed;
	}

	/**
	 * Request a stop of the active run or, without an active run, cancel the planned
	 * retry.
	 * @param state the state
	 * @param now the store's clock
	 * @return the state, unchanged if there is nothing to stop
	 */
	public static JobState stopped(JobState state, Instant now) {
		boolean waits = state.running() == null && state.retry() != null;
		return waits ? gaveUp(state, now) : state.withStopping();
	}

	private static JobRun run(Instant fireTime, int attempt, String node, long token, Instant now) {
		return new JobRun(fireTime, attempt, node, token, now, null, Outcome.RUNNING, null);
	}

	private static JobRun lost(JobRun run, Instant now) {
		return run.ended(now, Outcome.LOST, NODE_GONE);
	}

	private static List<JobRun> with(List<JobRun> records, JobRun run) {
		List<JobRun> all = new ArrayList<>(records);
		all.add(run);
		return all;
	}

}
