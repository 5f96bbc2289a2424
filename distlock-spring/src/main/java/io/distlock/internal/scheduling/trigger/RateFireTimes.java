// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.time.Instant;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Fire times at equal distances, counted from the registration of the trigger in the
 * cluster. The time of registration is part of the text, and therefore never changes.
 *
 * @param period the distance
 * @param initialDelay the time from the registration to the first fire time
 * @param anchor the time of registration, or {@code null} before
 */
public record RateFireTimes(Duration period, Duration initialDelay, @Nullable Instant anchor) implements JobTrigger {

	static final String KIND = "rate";

	@Override
	public String text() {
		String text = KIND + " " + this.period + " +" + this.initialDelay;
		return (this.anchor != null) ? text + " @" + this.anchor : text;
	}

	@Override
	public String description() {
		return "every " + DurationWords.of(this.period);
	}

	/**
	 * Ignores the initial delay, which is only relevant before the first run and may
	 * differ between nodes.
	 */
	@Override
	public boolean isSameAs(JobTrigger other) {
		return other instanceof RateFireTimes rate && this.period.equals(rate.period);
	}

	@Override
	public JobTrigger registeredAt(Instant now) {
		return new RateFireTimes(this.period, this.initialDelay, now);
	}

	@Override
	public JobTrigger restartedAt(Instant now) {
		Instant anchor = now.minus(this.initialDelay);
		boolean same = this.anchor != null
				&& Duration.between(this.anchor, anchor).toMillis() % this.period.toMillis() == 0;
		return new RateFireTimes(this.period, this.initialDelay, same ? anchor.minusMillis(1) : anchor);
	}

	@Override
	public @Nullable Instant due(JobState state, Instant after, Instant now) {
		Instant fireTime = latest(now);
		return (fireTime != null && fireTime.isAfter(after)) ? fireTime : null;
	}

	@Override
	public @Nullable Instant next(JobState state, Instant now) {
		Instant latest = latest(now);
		return (latest != null) ? latest.plus(this.period) : first();
	}

	@Override
	public @Nullable Stretch between(Instant after, Instant until) {
		Instant last = latest(until);
		Instant first = (last != null && last.isAfter(after)) ? next(JobState.unknown(), after) : null;
		if (first == null || last == null) {
			return null;
		}
		long periods = Duration.between(first, last).toMillis() / this.period.toMillis();
		return new Stretch(first, last, Math.min(periods + 1, Stretch.MAX_COUNTED_FIRE_TIMES));
	}

	private @Nullable Instant latest(Instant now) {
		Instant first = first();
		if (first == null || first.isAfter(now)) {
			return null;
		}
		long periods = Duration.between(first, now).toMillis() / this.period.toMillis();
		return first.plus(this.period.multipliedBy(periods));
	}

	private @Nullable Instant first() {
		return (this.anchor != null) ? this.anchor.plus(this.initialDelay) : null;
	}

}
