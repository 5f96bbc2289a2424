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
 * Determines whether and when a fire time is retried. The delay increases with each
 * attempt up to a maximum. An attempt that would not start before the next fire time is
 * omitted, since the next fire time serves as a retry.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param maxAttempts the maximum number of attempts for a fire time
 * @param delay the time from the end of the first attempt to the second
 * @param multiplier the factor between consecutive delays
 * @param maxDelay the maximum delay
 * @since 0.1.0
 */
public record RetryRules(int maxAttempts, Duration delay, double multiplier, Duration maxDelay) {

	private static final Duration DEFAULT_DELAY = Duration.ofSeconds(10);

	private static final Duration DEFAULT_MAX_DELAY = Duration.ofHours(1);

	/**
	 * Create rules.
	 * @param maxAttempts the maximum number of attempts for a fire time
	 * @param delay the first delay, or {@code null} for 10 seconds
	 * @param multiplier the factor between consecutive delays
	 * @param maxDelay the maximum delay, or {@code null} for one hour, or for the first
	 * delay if longer
	 * @return the rules
	 */
	public static RetryRules of(int maxAttempts, @Nullable Duration delay, double multiplier,
			@Nullable Duration maxDelay) {
		Duration first = (delay != null) ? delay : DEFAULT_DELAY;
		Duration longest = (first.compareTo(DEFAULT_MAX_DELAY) > 0) ? first : DEFAULT_MAX_DELAY;
		return new RetryRules(maxAttempts, first, multiplier, (maxDelay != null) ? maxDelay : longest);
	}

	/**
	 * Return whether a further attempt is allowed.
	 * @param attempt the number of the unsuccessful attempt
	 * @return {@code true} if an attempt is left
	 */
	public boolean isLeft(int attempt) {
		return attempt < this.maxAttempts;
	}

	/**
	 * Return the delay before the next attempt.
	 * @param attempt the number of the failed attempt
	 * @return the delay, in whole milliseconds
	 */
	public Duration delayAfter(int attempt) {
		double millis = this.delay.toMillis() * Math.pow(this.multiplier, attempt - 1);
		return Duration.ofMillis((long) Math.min(millis, this.maxDelay.toMillis()));
	}

	/**
	 * Plan the next attempt of a fire time.
	 * @param ended the state of the job after the run
	 * @param run the run
	 * @param outcome the outcome
	 * @param now the store's clock
	 * @return the retry, or {@code null} if there is none
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
