// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.time.Instant;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Delay from the end of a run to the start of the next run. A late run stays due, even if
 * no node was up for a long time.
 *
 * @param delay the delay
 * @param initialDelay the time from the registration to the first run
 */
public record DelayFireTimes(Duration delay, Duration initialDelay) implements JobTrigger {

	static final String KIND = "delay";

	@Override
	public String text() {
		return "%s %s +%s".formatted(KIND, this.delay, this.initialDelay);
	}

	@Override
	public String description() {
		return DurationWords.of(this.delay) + " after the end of each run";
	}

	/**
	 * Ignores the initial delay, which is only relevant before the first run and may
	 * differ between nodes.
	 */
	@Override
	public boolean isSameAs(JobTrigger other) {
		return other instanceof DelayFireTimes known && this.delay.equals(known.delay);
	}

	@Override
	public JobTrigger restartedAt(Instant now) {
		return this;
	}

	@Override
	public @Nullable Instant due(JobState state, Instant after, Instant now) {
		Instant fireTime = fireTime(state);
		return fireTime.isAfter(now) ? null : fireTime;
	}

	@Override
	public @Nullable Instant next(JobState state, Instant now) {
		return (state.running() != null) ? null : fireTime(state);
	}

	/**
	 * Return the fire time of the next run. If the store's clock was set back, a lost run
	 * may have ended before its fire time.
	 */
	private Instant fireTime(JobState state) {
		Instant lastEnd = state.lastEnd();
		Instant last = state.lastFireTime();
		if (lastEnd == null) {
			return state.since().plus(this.initialDelay);
		}
		Instant fireTime = ((last != null && last.isAfter(lastEnd)) ? last : lastEnd).plus(this.delay);
		return fireTime.isAfter(state.since()) ? fireTime : state.since();
	}

}
