// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;

import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a fire time is retried, and when. The delay grows with each attempt, up
 * to a bound. The next fire time is a retry by itself: an attempt that would not start
 * before it is not made.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param maxAttempts how often a fire time is tried
 * @param delay the time from the end of the first attempt to the second
 * @param multiplier by how much each delay is longer than the one before
 * @param maxDelay the longest delay
 * @since 0.1.0
 */
public record RetryRules(int maxAttempts, Duration delay, double multiplier, Duration maxDelay) {

	private static final Duration DEFAULT_DELAY = Duration.ofSeconds(10);

	private static final Duration DEFAULT_MAX_DELAY = Duration.ofHours(1);

	/**
	 * Create rules.
	 * @param maxAttempts how often a fire time is tried
	 * @param delay the first delay, or {@code null} for 10 seconds
	 * @param multiplier by how much each delay is longer than the one before
	 * @param maxDelay the longest delay, or {@code null} for an hour, or the first delay
	 * if that is longer
	 * @return the rules
	 */
	public static RetryRules of(int maxAttempts, @Nullable Duration delay, double multiplier,
			@Nullable Duration maxDelay) {
		Duration first = (delay != null) ? delay : DEFAULT_DELAY;
		Duration longest = (first.compareTo(DEFAULT_MAX_DELAY) > 0) ? first : DEFAULT_MAX_DELAY;
		return new RetryRules(maxAttempts, first, multiplier, (maxDelay != null) ? maxDelay : longest);
	}

	/**
	 * Return whether a fire time may be tried once more.
	 * @param attempt the attempt that did not succeed
	 * @return whether it may
	 */
	public boolean isLeft(int attempt) {
		return attempt < this.maxAttempts;
	}

	/**
	 * Return how long to wait for the next attempt.
	 * @param attempt the attempt that failed
	 * @return the delay, in whole milliseconds
	 */
	public Duration delayAfter(int attempt) {
		double millis = this.delay.toMillis() * Math.pow(this.multiplier, attempt - 1);
		return Duration.ofMillis((long) Math.min(millis, this.maxDelay.toMillis()));
	}

	/**
	 * Plan the next attempt of a fire time.
	 * @param ended what is known of the job after the run
	 * @param run the run
	 * @param outcome how it ended
	 * @param now the store's clock
	 * @return the attempt, or {@code null} if there is none
	 */
	@Nullable JobRetry plan(JobState ended, JobRun run, Outcome outcome, Instant now) {
		if (!isLeft(run.attempt())) {
			return null;
		}
		Instant at = switch (outcome) {
			case FAILED, TIMED_OUT -> now.plus(delayAfter(run.attempt()));
			case LOST -> now;
			default -> null;
		};
		Instant next = DueTimes.next(ended, now);
		return (at == null || (next != null && !at.isBefore(next))) ? null
				: new JobRetry(run.fireTime(), run.attempt() + 1, at);
	}

}
