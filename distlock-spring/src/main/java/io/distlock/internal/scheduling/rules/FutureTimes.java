// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;

import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.JobTriggers;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.jspecify.annotations.Nullable;

/**
 * Corrects times of a job that were written while the store's clock was ahead. Only the
 * latest fire time of a cron expression is kept, so that no fire time runs twice.
 * <p>
 * See the page 'job-protocol' of the reference.
 */
final class FutureTimes {

	/**
	 * Maximum time that may lie ahead of the store's clock. Far larger than the
	 * differences between the clocks of nodes under NTP, which serve as the clock of
	 * stores without a clock.
	 */
	static final Duration BOUND = Duration.ofMinutes(1);

	private final JobState state;

	private final Instant now;

	private final Instant bound;

	private FutureTimes(JobState state, Instant now) {
		this.state = state;
		this.now = now;
		this.bound = now.plus(BOUND);
	}

	static boolean isAhead(@Nullable Instant time, Instant now) {
		return time != null && time.isAfter(now.plus(BOUND));
	}

	/**
	 * Find the latest time of a job that is too far ahead.
	 */
	static @Nullable Instant latest(JobEntry entry) {
		JobState state = entry.state();
		Instant latest = latest(registered(state), state.over(), state.lastEnd());
		return isAhead(latest, entry.now()) ? latest : null;
	}

	private static @Nullable Instant registered(JobState state) {
		RegisteredTrigger trigger = state.trigger();
		RegisteredTrigger proposed = state.proposed();
		return (proposed == null) ? latest(trigger.startedAt(), trigger.confirmedAt())
				: latest(trigger.startedAt(), trigger.confirmedAt(), proposed.startedAt(), proposed.confirmedAt());
	}

	private static @Nullable Instant latest(@Nullable Instant... times) {
		Instant latest = null;
		for (Instant time : times) {
			if (time != null && (latest == null || time.isAfter(latest))) {
				latest = time;
			}
		}
		return latest;
	}

	/**
	 * Return a state without times that are too far ahead, except for the latest fire
	 * time of a cron expression. Times of an active run are kept until its end.
	 */
	static JobState corrected(JobState state, Instant now) {
		return new FutureTimes(state, now).corrected(false);
	}

	/**
	 * Return a state without any times that are too far ahead, unless the job is running.
	 */
	static JobState reset(JobState state, Instant now) {
		return new FutureTimes(state, now).corrected(true);
	}

	private JobState corrected(boolean all) {
		if (!isAnyAhead()) {
			return this.state;
		}
		RegisteredTrigger trigger = believed(this.state.trigger());
		RegisteredTrigger proposed = this.state.proposed();
		proposed = (proposed != null) ? believed(proposed) : null;
		if (this.state.running() != null) {
			return this.state.withTrigger(trigger, proposed);
		}
		JobTrigger known = JobTriggers.parse(trigger);
		boolean ran = isAhead(this.state.lastFireTime());
		JobTrigger restarted = (known != null && (ran || isAnchoredAhead(known))) ? known.restartedAt(this.now) : null;
		if (restarted != null) {
			trigger = RegisteredTrigger.of(restarted.text(), trigger.version(), trigger.startedAt(),
					trigger.confirmedAt());
		}
		boolean forget = ran && (all || restarted != null);
		return this.state.withTrigger(trigger, proposed)
			.withFireTimes(forget ? this.now : believed(this.state.since()), forget ? null : this.state.lastFireTime())
			.withLastEnd(believedOrNull(this.state.lastEnd()))
			.withRetry(retry())
			.withPausedSince(believedOrNull(this.state.pausedSince()))
			.withStatistics(statistics());
	}

	private boolean isAnyAhead() {
		JobStatistics statistics = this.state.statistics();
		JobTrigger known = JobTriggers.parse(this.state.trigger());
		Instant anchor = (known instanceof RateFireTimes rate) ? rate.anchor() : null;
		return isAhead(latest(registered(this.state), this.state.over(), this.state.lastEnd(), this.state.pausedSince(),
				statistics.lastSuccess(), statistics.skippingSince(), anchor));
	}

	private boolean isAnchoredAhead(JobTrigger trigger) {
		return trigger instanceof RateFireTimes rate && isAhead(rate.anchor());
	}

	/**
	 * Correct a trigger. A node that started by a wrong clock is ordered before nodes
	 * with a known start; the node confirms its trigger with the start by the correct
	 * clock.
	 */
	private RegisteredTrigger believed(RegisteredTrigger trigger) {
		Instant startedAt = isAhead(trigger.startedAt()) ? Instant.EPOCH : trigger.startedAt();
		return RegisteredTrigger.of(trigger.text(), trigger.version(), startedAt, believed(trigger.confirmedAt()));
	}

	/**
	 * Correct a planned retry so that its delay after the current time equals the delay
	 * after the end of the run.
	 */
	private @Nullable JobRetry retry() {
		JobRetry retry = this.state.retry();
		Instant lastEnd = this.state.lastEnd();
		if (retry == null || lastEnd == null || !isAhead(lastEnd) || !isAhead(retry.at())) {
			return retry;
		}
		Instant at = retry.at().minus(Duration.between(this.now, lastEnd));
		return new JobRetry(retry.fireTime(), retry.attempt(), at.isAfter(this.now) ? at : this.now);
	}

	private JobStatistics statistics() {
		JobStatistics known = this.state.statistics();
		Instant skippingSince = known.skippingSince();
		return JobStatistics.of(believedOrNull(known.lastSuccess()), known.failures(), known.missed(), known.skipped(),
				isAhead(skippingSince) ? null : skippingSince);
	}

	private boolean isAhead(@Nullable Instant time) {
		return time != null && time.isAfter(this.bound);
	}

	private Instant believed(Instant time) {
		return isAhead(time) ? this.now : time;
	}

	private @Nullable Instant believedOrNull(@Nullable Instant time) {
		return (time != null) ? believed(time) : null;
	}

}
