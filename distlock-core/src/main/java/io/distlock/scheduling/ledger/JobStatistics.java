// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;
import java.util.Objects;

import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Cluster-wide statistics of a job since its registration. Immutable; later versions may
 * add attributes.
 *
 * @since 0.1.0
 */
public final class JobStatistics {

	private static final JobStatistics NONE = new JobStatistics(null, 0, 0, 0, null);

	private final @Nullable Instant lastSuccess;

	private final int failures;

	private final long missed;

	private final long skipped;

	private final @Nullable Instant skippingSince;

	private JobStatistics(@Nullable Instant lastSuccess, int failures, long missed, long skipped,
			@Nullable Instant skippingSince) {
		this.lastSuccess = lastSuccess;
		this.failures = failures;
		this.missed = missed;
		this.skipped = skipped;
		this.skippingSince = skippingSince;
	}

	/**
	 * Create statistics.
	 * @param lastSuccess the end of the last successful run, or {@code null}
	 * @param failures the number of runs with another outcome since then
	 * @param missed the number of fire times that did not start in time
	 * @param skipped the number of fire times during the previous run
	 * @param skippingSince the first skipped fire time, or {@code null}
	 * @return the statistics
	 */
	public static JobStatistics of(@Nullable Instant lastSuccess, int failures, long missed, long skipped,
			@Nullable Instant skippingSince) {
		return new JobStatistics(lastSuccess, failures, missed, skipped, skippingSince);
	}

	/**
	 * Return the end of the last successful run.
	 * @return the time, or {@code null}
	 */
	public @Nullable Instant lastSuccess() {
		return this.lastSuccess;
	}

	/**
	 * Return the number of runs with another outcome since the last success, without
	 * retried runs.
	 * @return the number
	 */
	public int failures() {
		return this.failures;
	}

	/**
	 * Return the number of fire times that did not start in time.
	 * @return the number
	 */
	public long missed() {
		return this.missed;
	}

	/**
	 * Return the number of fire times during the previous run.
	 * @return the number
	 */
	public long skipped() {
		return this.skipped;
	}

	/**
	 * Return the first skipped fire time.
	 * @return the time, or {@code null} if no fire time was skipped during the latest run
	 */
	public @Nullable Instant skippingSince() {
		return this.skippingSince;
	}

	/**
	 * Return the statistics of a job without runs.
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
	 * Add an ended run.
	 * @param outcome the outcome
	 * @param endedAt the end
	 * @return the statistics
	 */
	public JobStatistics ended(Outcome outcome, Instant endedAt) {
		boolean success = outcome == Outcome.SUCCEEDED;
		return new JobStatistics(success ? endedAt : this.lastSuccess, success ? 0 : this.failures + 1, this.missed,
				this.skipped, this.skippingSince);
	}

	/**
	 * Add fire times that did not start in time.
	 * @param count the number of fire times
	 * @return the statistics
	 */
	public JobStatistics missed(long count) {
		return new JobStatistics(this.lastSuccess, this.failures, this.missed + count, this.skipped,
				this.skippingSince);
	}

	/**
	 * Add fire times that occurred during a run.
	 * @param count the number of fire times, possibly 0
	 * @param first the first of these fire times, or {@code null}
	 * @return the statistics
	 */
	public JobStatistics skipped(long count, @Nullable Instant first) {
		boolean again = first != null && this.skippingSince != null;
		return new JobStatistics(this.lastSuccess, this.failures, this.missed, this.skipped + count,
				again ? this.skippingSince : first);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof JobStatistics that && Objects.equals(this.lastSuccess, that.lastSuccess)
				&& this.failures == that.failures && this.missed == that.missed && this.skipped == that.skipped
				&& Objects.equals(this.skippingSince, that.skippingSince);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.lastSuccess, this.failures, this.missed, this.skipped, this.skippingSince);
	}

	@Override
	public String toString() {
		return "JobStatistics[" + text() + "]";
	}

}
