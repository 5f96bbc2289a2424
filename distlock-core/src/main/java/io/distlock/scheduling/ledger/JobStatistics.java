// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a job in the whole cluster, since it was registered.
 *
 * @param lastSuccess when a run last succeeded, or {@code null}
 * @param failures number of runs that have ended otherwise since then, without those that
 * were retried
 * @param missed how many fire times did not start in time
 * @param skipped number of fire times during the previous run
 * @param skippingSince the first of the fire times that were skipped, if the latest run
 * was one during which there were some; else {@code null}
 * @since 0.1.0
 */
public record JobStatistics(@Nullable Instant lastSuccess, int failures, long missed, long skipped,
		@Nullable Instant skippingSince) {

	private static final JobStatistics NONE = new JobStatistics(null, 0, 0, 0, null);

	/**
	 * Return the statistics of a job that has not run.
	 * @return the statistics
	 */
	public static JobStatistics none() {
		return NONE;
	}

	String text() {
		return String.join(" ", TextParts.of(this.lastSuccess), Integer.toString(this.failures),
				Long.toString(this.missed), Long.toString(this.skipped), TextParts.of(this.skippingSince));
	}

	static JobStatistics of(String text) {
		String[] words = TextParts.words(text, 5);
		return new JobStatistics(TextParts.time(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2]),
				Long.parseLong(words[3]), TextParts.time(words[4]));
	}

	/**
	 * Count a run that has ended.
	 * @param outcome how it ended
	 * @param endedAt when it ended
	 * @return the statistics
	 */
	public JobStatistics ended(Outcome outcome, Instant endedAt) {
		boolean success = outcome == Outcome.SUCCEEDED;
		return new JobStatistics(success ? endedAt : this.lastSuccess, success ? 0 : this.failures + 1, this.missed,
				this.skipped, this.skippingSince);
	}

	/**
	 * Count fire times that did not start in time.
	 * @param count how many
	 * @return the statistics
	 */
	public JobStatistics missed(long count) {
		return new JobStatistics(this.lastSuccess, this.failures, this.missed + count, this.skipped,
				this.skippingSince);
	}

	/**
	 * Count fire times that came during a run.
	 * @param count how many, 0 if there were none
	 * @param first the first of them, or {@code null}
	 * @return the statistics
	 */
	public JobStatistics skipped(long count, @Nullable Instant first) {
		boolean again = first != null && this.skippingSince != null;
		return new JobStatistics(this.lastSuccess, this.failures, this.missed, this.skipped + count,
				again ? this.skippingSince : first);
	}

}
